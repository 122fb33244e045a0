// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * The tins of CAKE: which code points (RFC 2474) go to which, and up to which part of the rate each goes first.
 *
 * <p>Source: tc-cake(8), "Priority queue parameters"; "Piece of CAKE" on DiffServ handling. Of the tins that are within their part,
 * that with the highest number goes first; none is ever held back by its part. In {@code diffserv8} and {@code precedence}
 * the parts sum to more than the rate, so that high tins can keep low ones waiting for as long as they are busy.
 */
enum Diffserv {
    /** Best effort 0, bulk 1 up to 1/16, voice 2 up to 1/4. */
    DIFFSERV3(3) {
        @Override
        int tin(int dscp) {
            return switch (dscp) {
                case LE, CS1 -> 1;
                case TOS4, VA, EF, CS6, CS7 -> 2;
                default -> 0;
            };
        }

        @Override
        long part(int tin, long whole) {
            return switch (tin) {
                case 0 -> whole;
                case 1 -> whole / 16;
                default -> whole / 4;
            };
        }
    },
    /** Best effort 0, bulk 1 up to 1/16, video 2 up to 1/2, voice 3 up to 1/4. */
    DIFFSERV4(4) {
        @Override
        int tin(int dscp) {
            return switch (dscp) {
                case LE, CS1 -> 1;
                case TOS4, CS2, AF21, AF22, AF23, CS3, AF31, AF32, AF33, AF41, AF42, AF43 -> 2;
                case CS4, CS5, VA, EF, CS6, CS7 -> 3;
                default -> 0;
            };
        }

        @Override
        long part(int tin, long whole) {
            return switch (tin) {
                case 0 -> whole;
                case 1 -> whole / 16;
                case 2 -> whole / 2;
                default -> whole / 4;
            };
        }
    },
    /** Least effort 0, background 1, best effort 2, streams 3, transactions 4, shells 5, latency 6, network control 7. */
    DIFFSERV8(8) {
        @Override
        int tin(int dscp) {
            return switch (dscp) {
                case LE -> 0;
                case CS1, AF11, AF12, AF13, TOS2 -> 1;
                case CS3, AF31, AF32, AF33, AF41, AF42, AF43 -> 3;
                case TOS4, AF21, AF22, AF23 -> 4;
                case CS2 -> 5;
                case CS4, CS5, VA, EF -> 6;
                case CS6, CS7 -> 7;
                default -> 2;
            };
        }

        @Override
        long part(int tin, long whole) {
            return sevenEighths(tin, whole);
        }
    },
    /** One tin. */
    BESTEFFORT(1) {
        @Override
        int tin(int dscp) {
            return 0;
        }

        @Override
        long part(int tin, long whole) {
            return whole;
        }
    },
    /** By IP precedence (RFC 791). */
    PRECEDENCE(8) {
        @Override
        int tin(int dscp) {
            return dscp >> 3;
        }

        @Override
        long part(int tin, long whole) {
            return sevenEighths(tin, whole);
        }
    };

    private static final int LE = 1;
    private static final int TOS2 = 2;
    private static final int TOS4 = 4;
    private static final int CS1 = 8;
    private static final int AF11 = 10;
    private static final int AF12 = 12;
    private static final int AF13 = 14;
    private static final int CS2 = 16;
    private static final int AF21 = 18;
    private static final int AF22 = 20;
    private static final int AF23 = 22;
    private static final int CS3 = 24;
    private static final int AF31 = 26;
    private static final int AF32 = 28;
    private static final int AF33 = 30;
    private static final int CS4 = 32;
    private static final int AF41 = 34;
    private static final int AF42 = 36;
    private static final int AF43 = 38;
    private static final int CS5 = 40;
    private static final int VA = 44;
    private static final int EF = 46;
    private static final int CS6 = 48;
    private static final int CS7 = 56;

    private final int tins;

    Diffserv(int tins) {
        this.tins = tins;
    }

    static List<String> words() {
        return Arrays.stream(values())
                .map(diffserv -> diffserv.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Where packets with this code point wait. */
    abstract int tin(int dscp);

    /** Of the whole rate, that up to which the tin goes first; rounded down. */
    abstract long part(int tin, long whole);

    int tins() {
        return tins;
    }

    /** Share of the tin when nothing limits the rate. */
    int weight(int tin) {
        return (int) part(tin, 1024);
    }

    private static long sevenEighths(int steps, long whole) {
        long part = whole;
        for (int i = 0; i < steps; i++) {
            part = part * 7 / 8;
        }
        return part;
    }
}
