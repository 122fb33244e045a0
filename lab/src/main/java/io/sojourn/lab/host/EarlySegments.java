// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.net.Packet;
import java.util.Arrays;

/** What a receiver holds ahead of a hole: ranges in order, each with the time it last grew. */
final class EarlySegments {
    private long[] from = new long[8];
    private long[] to = new long[8];
    private long[] grown = new long[8];
    private int count;
    private long growths;

    boolean isEmpty() {
        return count == 0;
    }

    boolean contains(long segment) {
        int at = firstEndingAfter(segment);
        return at < count && from[at] <= segment;
    }

    /** Takes a segment that it does not contain. */
    void add(long segment) {
        int at = firstEndingAfter(segment);
        boolean afterOne = at > 0 && to[at - 1] == segment;
        boolean beforeOne = at < count && from[at] == segment + 1;
        if (afterOne && beforeOne) {
            to[at - 1] = to[at];
            remove(at);
            grown[at - 1] = ++growths;
        } else if (afterOne) {
            to[at - 1]++;
            grown[at - 1] = ++growths;
        } else if (beforeOne) {
            from[at]--;
            grown[at] = ++growths;
        } else {
            insert(at, segment);
        }
    }

    /** The hole before a segment is filled: gives up what follows at once, and says where that ends. */
    long takeFrom(long segment) {
        if (count == 0 || from[0] != segment) {
            return segment;
        }
        long end = to[0];
        remove(0);
        return end;
    }

    /** RFC 2018, section 4: the block that grew last comes first. */
    void report(Packet acknowledgment) {
        int blocks = Math.min(count, Packet.SACK_BLOCKS);
        long below = Long.MAX_VALUE;
        for (int block = 0; block < blocks; block++) {
            int newest = newestBelow(below);
            below = grown[newest];
            acknowledgment.sackFrom[block] = from[newest];
            acknowledgment.sackTo[block] = to[newest];
        }
        acknowledgment.sackBlocks = blocks;
    }

    private int newestBelow(long stamp) {
        int newest = -1;
        for (int i = 0; i < count; i++) {
            if (grown[i] < stamp && (newest < 0 || grown[i] > grown[newest])) {
                newest = i;
            }
        }
        return newest;
    }

    private int firstEndingAfter(long segment) {
        int low = 0;
        int high = count;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (to[middle] > segment) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private void insert(int at, long segment) {
        if (count == from.length) {
            from = Arrays.copyOf(from, count * 2);
            to = Arrays.copyOf(to, count * 2);
            grown = Arrays.copyOf(grown, count * 2);
        }
        shift(at, at + 1);
        count++;
        from[at] = segment;
        to[at] = segment + 1;
        grown[at] = ++growths;
    }

    private void remove(int at) {
        shift(at + 1, at);
        count--;
    }

    private void shift(int source, int target) {
        System.arraycopy(from, source, from, target, count - source);
        System.arraycopy(to, source, to, target, count - source);
        System.arraycopy(grown, source, grown, target, count - source);
    }
}
