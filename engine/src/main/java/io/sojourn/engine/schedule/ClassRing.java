// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

/**
 * A subset of some classes, visited round and round in their order.
 *
 * <p>A bitmap with a summary above it, and one above that, until one word is left: a bit of a summary says that a word
 * below is not 0. Every call looks at no more than two words of each tier, and there is one tier for up to 64 classes,
 * two up to 4096, three up to 262 144.
 */
final class ClassRing {
    /** No class: the end of a round. */
    static final int NONE = -1;

    private static final int WORD_BITS = 6;
    private static final int[] NONE_LISTED = {};

    /** Classes by place; empty when the place of a class is its number. */
    private final int[] classes;

    private final long[] words;
    /** Where each tier begins in {@link #words}, and where the last one ends. */
    private final int[] starts;

    private int cursor;

    /** @param classes those that may be in it, in order; named by their places there */
    ClassRing(int[] classes) {
        this(classes, classes.length);
    }

    private ClassRing(int[] classes, int count) {
        this.classes = classes;
        int tiers = 1;
        for (int width = wordsFor(count); width > 1; width = wordsFor(width)) {
            tiers++;
        }
        starts = new int[tiers + 1];
        int width = count;
        for (int tier = 0; tier < tiers; tier++) {
            width = wordsFor(width);
            starts[tier + 1] = starts[tier] + width;
        }
        words = new long[starts[tiers]];
    }

    /** Any of so many classes may be in it; the place of each is its number, which saves looking it up. */
    static ClassRing ofAll(int count) {
        return new ClassRing(NONE_LISTED, count);
    }

    void add(int place) {
        int position = place;
        for (int tier = 0; tier < starts.length - 1; tier++) {
            int at = starts[tier] + (position >> WORD_BITS);
            long before = words[at];
            words[at] = before | (1L << position);
            if (before != 0) {
                return;
            }
            position >>= WORD_BITS;
        }
    }

    void remove(int place) {
        int position = place;
        for (int tier = 0; tier < starts.length - 1; tier++) {
            int at = starts[tier] + (position >> WORD_BITS);
            words[at] &= ~(1L << position);
            if (words[at] != 0) {
                return;
            }
            position >>= WORD_BITS;
        }
    }

    boolean isEmpty() {
        return words[words.length - 1] == 0;
    }

    /** The class whose turn it is, which stays so until {@link #advance}; {@link #NONE} at the end of a round. */
    int current() {
        int found = atOrAfter(cursor);
        if (found == NONE) {
            return NONE;
        }
        cursor = found;
        return classes.length == 0 ? found : classes[found];
    }

    /** The turn passes to the next class, also when the one whose turn it was has been removed since. */
    void advance() {
        cursor++;
    }

    /** Begins the next round. */
    void rewind() {
        cursor = 0;
    }

    private int atOrAfter(int from) {
        int position = from;
        for (int tier = 0; tier < starts.length - 1; tier++) {
            int at = starts[tier] + (position >> WORD_BITS);
            if (at >= starts[tier + 1]) {
                return NONE;
            }
            long rest = words[at] & (-1L << position);
            if (rest != 0) {
                return lowest(tier, (position & -(1 << WORD_BITS)) + Long.numberOfTrailingZeros(rest));
            }
            position = (position >> WORD_BITS) + 1;
        }
        return NONE;
    }

    /** The first place below a bit of a tier. */
    private int lowest(int fromTier, int bit) {
        int position = bit;
        for (int tier = fromTier - 1; tier >= 0; tier--) {
            position = (position << WORD_BITS) + Long.numberOfTrailingZeros(words[starts[tier] + position]);
        }
        return position;
    }

    private static int wordsFor(int bits) {
        return Math.max(1, (bits + (1 << WORD_BITS) - 1) >> WORD_BITS);
    }
}
