// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

/** What a meter says of a packet (RFC 2697 section 1). */
enum Color {
    GREEN,
    YELLOW,
    RED;

    /**
     * Color that a code point stands for: the drop precedence of an assured forwarding class, AFx1 green, AFx2 yellow,
     * AFx3 red (RFC 2597 section 6; RFC 2698 section 4); green for any other.
     */
    static Color ofDscp(int dscp) {
        return isAssured(dscp) ? precedence(dscp >> 1 & 3) : GREEN;
    }

    /** Whether it is one of the twelve AFxy = 8x + 2y, x from 1 to 4, y from 1 to 3 (RFC 2597 section 6). */
    static boolean isAssured(int dscp) {
        return dscp >= 8 && dscp < 40 && (dscp & 1) == 0 && (dscp & 6) != 0;
    }

    /** The code point of the same assured forwarding class with this color's drop precedence. */
    int assured(int dscp) {
        return (dscp & ~7) | dropPrecedence() << 1;
    }

    private int dropPrecedence() {
        return switch (this) {
            case GREEN -> 1;
            case YELLOW -> 2;
            case RED -> 3;
        };
    }

    private static Color precedence(int dropPrecedence) {
        return dropPrecedence == 1 ? GREEN : dropPrecedence == 2 ? YELLOW : RED;
    }
}
