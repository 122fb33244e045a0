// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Counts of whole, non-negative values in logarithmic buckets. Made for sojourn times in nanoseconds; any unit will do.
 *
 * <p>Each power of two is split into 128 equal buckets (the layout of HdrHistogram). Error: a value up to 255 is exact;
 * above, the bucket's middle is at most 0.4 % (1/256) off. Values past {@link #VALUE_LIMIT} are counted as that. Count,
 * sum, least and greatest are exact (of the values as counted). Example: 123 456 789 falls into the bucket from
 * 123 207 680 to 123 731 967, which stands for 123 469 823.
 *
 * <p>Memory: 48 bytes until the first value; from then on a table of 34 blocks, 152 bytes, and 1040 bytes for each block
 * that ever held a value: the first is 0 to 127, each next one doubles. Sojourn times from 1 to 16 ms take 4 or 5 blocks;
 * all 34 are 35.5 kB. Nothing is allocated per value once every block in use is there. Not safe for use by several
 * threads.
 */
public final class SojournHistogram {
    /** Greatest value kept apart: 2^40 - 1, 18 minutes of nanoseconds. */
    public static final long VALUE_LIMIT = (1L << 40) - 1;

    private static final int SPLIT_BITS = 7;
    private static final int SPLIT = 1 << SPLIT_BITS;
    private static final int BLOCKS = indexOf(VALUE_LIMIT) / SPLIT + 1;
    private static final long[] @Nullable [] NONE = {};

    /** By index / SPLIT; a block that never held a value is null. */
    private long[] @Nullable [] blocks = NONE;

    private long count;
    private long sum;
    private long min = Long.MAX_VALUE;
    private long max;

    /** Receives the buckets that hold something, ascending. */
    @FunctionalInterface
    public interface BucketConsumer {
        /** @param bucketValue what the bucket stands for */
        void accept(long bucketValue, long count);
    }

    /** @param value at least 0 */
    public void record(long value) {
        long kept = Math.min(Bounds.within("value", value, 0, Long.MAX_VALUE), VALUE_LIMIT);
        int index = indexOf(kept);
        blockOf(index)[index % SPLIT]++;
        count++;
        sum += kept;
        min = Math.min(min, kept);
        max = Math.max(max, kept);
    }

    public long count() {
        return count;
    }

    /** Sum of all values. */
    public long sum() {
        return sum;
    }

    /** Least value; meaningless when {@link #count} is 0. */
    public long min() {
        return min;
    }

    /** Greatest value; meaningless when {@link #count} is 0. */
    public long max() {
        return max;
    }

    /** Gives every bucket that holds something, clamped to the least and greatest value seen. */
    public void forEach(BucketConsumer consumer) {
        for (int number = 0; number < blocks.length; number++) {
            long[] block = blocks[number];
            for (int i = 0; block != null && i < SPLIT; i++) {
                if (block[i] > 0) {
                    long middle = middleOf(number * SPLIT + i);
                    consumer.accept(Math.max(min, Math.min(max, middle)), block[i]);
                }
            }
        }
    }

    /** {@link #forEach}, then {@link #reset}. */
    public void drain(BucketConsumer consumer) {
        forEach(consumer);
        reset();
    }

    /** Forgets everything; blocks stay for the values to come. */
    public void reset() {
        for (long[] block : blocks) {
            if (block != null) {
                Arrays.fill(block, 0);
            }
        }
        count = 0;
        sum = 0;
        min = Long.MAX_VALUE;
        max = 0;
    }

    /** Blocks that hold or held a value, 0 to 34. */
    public int blocks() {
        int used = 0;
        for (long[] block : blocks) {
            used += block == null ? 0 : 1;
        }
        return used;
    }

    private long[] blockOf(int index) {
        int number = index / SPLIT;
        long[] block = number < blocks.length ? blocks[number] : null;
        return block != null ? block : addBlock(number);
    }

    private long[] addBlock(int number) {
        if (blocks.length == 0) {
            blocks = new long[BLOCKS][];
        }
        long[] block = new long[SPLIT];
        blocks[number] = block;
        return block;
    }

    static int indexOf(long value) {
        int shift = Math.max(0, 63 - SPLIT_BITS - Long.numberOfLeadingZeros(value | 1));
        return shift * SPLIT + (int) (value >> shift);
    }

    static long middleOf(int index) {
        int shift = Math.max(0, index / SPLIT - 1);
        long low = (long) (index - shift * SPLIT) << shift;
        return low + ((1L << shift) - 1) / 2;
    }
}
