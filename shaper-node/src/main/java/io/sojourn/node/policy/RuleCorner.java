// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.classify.Prefix;
import io.sojourn.engine.classify.Range;
import io.sojourn.engine.classify.Rule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One entry of each list of a rule, or none where the rule does not look. Ranges are cut into aligned blocks of powers of
 * two, so that a block is found by its first bits as a prefix is. A rule that covers another has a corner that holds the
 * other's first.
 */
final class RuleCorner {
    /** Corners of one rule; beyond it lists are left out, which makes the rule one of more candidates. */
    private static final int LIMIT = 64;

    private static final int NONE = -1;

    private final @Nullable Prefix source;
    private final @Nullable Prefix destination;
    /** Where the blocks of the other fields begin, or {@link #NONE}. */
    private final int[] values;
    /** Bits that differ inside the block of each. */
    private final int[] sizes;

    /**
     * Which fields a corner has, and how long its prefixes are.
     *
     * @param source version and length of the prefix, {@link #NONE} for none
     * @param sizes of the blocks of the other fields and one, 0 for none; six bits each
     */
    record Shape(int source, int destination, long sizes) {
        /** Whether a corner has these fields, so that one of this shape may cover it. */
        boolean fits(RuleCorner corner) {
            boolean fits = fits(source, corner.source) && fits(destination, corner.destination);
            for (int field = 0; field < corner.values.length; field++) {
                fits &= size(field) == NONE || corner.values[field] != NONE;
            }
            return fits;
        }

        /** Equal for corners that are equal in these fields, up to the length of the prefixes. */
        long key(RuleCorner corner) {
            long key = mix(mix(mix(0, source), destination), sizes);
            key = mix(key, corner.source, source);
            key = mix(key, corner.destination, destination);
            for (int field = 0; field < corner.values.length; field++) {
                int size = size(field);
                key = size == NONE ? key : mix(key, corner.values[field] >> size);
            }
            return key;
        }

        private int size(int field) {
            return (int) ((sizes >> (6 * field)) & 63) - 1;
        }

        private static boolean fits(int code, @Nullable Prefix prefix) {
            return code == NONE
                    || (prefix != null && code >> 8 == prefix.ipVersion() && (code & 0xFF) <= prefix.lengthBits());
        }

        private static long mix(long key, @Nullable Prefix prefix, int code) {
            if (code == NONE || prefix == null) {
                return key;
            }
            int bits = code & 0xFF;
            return prefix.ipVersion() == 4
                    ? mix(key, prefix.low() & ones(bits + 32))
                    : mix(
                            mix(key, prefix.high() & ones(Math.min(64, bits))),
                            prefix.low() & ones(Math.max(0, bits - 64)));
        }

        private static long mix(long key, long word) {
            long mixed = (key ^ word) * 0x9E3779B97F4A7C15L;
            return mixed ^ mixed >>> 29;
        }

        /** The first so many bits of 64. */
        private static long ones(int bits) {
            return bits == 0 ? 0 : -1L << (64 - bits);
        }
    }

    private RuleCorner(@Nullable Prefix source, @Nullable Prefix destination, int[] values, int[] sizes) {
        this.source = source;
        this.destination = destination;
        this.values = values;
        this.sizes = sizes;
    }

    /** The first entry of each list. */
    static RuleCorner first(Rule rule) {
        int[] values = ranges(rule).stream()
                .mapToInt(ranges -> ranges.isEmpty() ? NONE : ranges.get(0).low())
                .toArray();
        return new RuleCorner(first(rule.sources()), first(rule.destinations()), values, new int[values.length]);
    }

    /** Every combination of entries, at least one corner. */
    static List<RuleCorner> all(Rule rule) {
        List<List<Range>> ranges = ranges(rule);
        int[] none = new int[ranges.size()];
        Arrays.fill(none, NONE);
        List<RuleCorner> corners = List.of(new RuleCorner(null, null, none, none));
        corners = spread(corners, rule.destinations(), (corner, to) -> new RuleCorner(corner.source, to, none, none));
        corners =
                spread(corners, rule.sources(), (corner, from) -> new RuleCorner(from, corner.destination, none, none));
        for (int field = 0; field < none.length; field++) {
            int at = field;
            List<Block> blocks = ranges.get(at).stream()
                    .flatMap(range -> blocks(range).stream())
                    .toList();
            corners = spread(corners, blocks, (corner, block) -> corner.with(at, block));
        }
        return corners;
    }

    Shape shape() {
        long packed = 0;
        for (int field = 0; field < values.length; field++) {
            packed |= values[field] == NONE ? 0 : (sizes[field] + 1L) << (6 * field);
        }
        return new Shape(code(source), code(destination), packed);
    }

    /** What to make of a corner and one entry of a list. */
    private interface Step<T> {
        RuleCorner with(RuleCorner corner, T entry);
    }

    private static <T> List<RuleCorner> spread(List<RuleCorner> corners, List<T> entries, Step<T> step) {
        if (entries.isEmpty() || (long) corners.size() * entries.size() > LIMIT) {
            return corners;
        }
        List<RuleCorner> spread = new ArrayList<>();
        corners.forEach(corner -> entries.forEach(entry -> spread.add(step.with(corner, entry))));
        return spread;
    }

    private RuleCorner with(int field, Block block) {
        int[] changedValues = values.clone();
        int[] changedSizes = sizes.clone();
        changedValues[field] = block.low;
        changedSizes[field] = block.size;
        return new RuleCorner(source, destination, changedValues, changedSizes);
    }

    /** The 2^size numbers from {@code low}, a multiple of that. */
    private record Block(int low, int size) {}

    /** The fewest that a range is made of. */
    private static List<Block> blocks(Range range) {
        List<Block> blocks = new ArrayList<>();
        long low = range.low();
        while (low <= range.high()) {
            int aligned = low == 0 ? 31 : Long.numberOfTrailingZeros(low);
            int fitting = 63 - Long.numberOfLeadingZeros(range.high() - low + 1);
            int size = Math.min(aligned, fitting);
            blocks.add(new Block((int) low, size));
            low += 1L << size;
        }
        return blocks;
    }

    private static int code(@Nullable Prefix prefix) {
        return prefix == null ? NONE : prefix.ipVersion() << 8 | prefix.lengthBits();
    }

    private static @Nullable Prefix first(List<Prefix> prefixes) {
        return prefixes.isEmpty() ? null : prefixes.get(0);
    }

    private static List<List<Range>> ranges(Rule rule) {
        return List.of(
                rule.protocols(),
                rule.sourcePorts(),
                rule.destinationPorts(),
                rule.dscps(),
                rule.interfaces(),
                rule.directions());
    }
}
