// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import java.util.List;

/**
 * Which tin goes next. With a rate: of the tins within their part of it, that with the highest number; else that whose
 * part comes round first. Without a rate: by deficit round robin with the tins' weights.
 *
 * <p>Source: "Piece of CAKE" on DiffServ handling; tc-cake(8).
 */
final class Tins {
    private final Tin[] tins;
    private final int[] weights;
    private final long[] deficits;
    private int turn;

    Tins(List<Tin> tins, Diffserv diffserv) {
        this.tins = tins.toArray(Tin[]::new);
        weights = new int[this.tins.length];
        deficits = new long[this.tins.length];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = diffserv.weight(i);
        }
    }

    /** The number of the tin that goes next on a link with a rate; one of them has packets. */
    int scheduled(long nowNanos) {
        int best = -1;
        long bestNanos = Long.MAX_VALUE;
        for (int i = tins.length - 1; i >= 0; i--) {
            if (!tins[i].isEmpty()) {
                long readyNanos = tins[i].clock.readyNanos();
                if (readyNanos <= nowNanos) {
                    return i;
                }
                if (readyNanos < bestNanos) {
                    best = i;
                    bestNanos = readyNanos;
                }
            }
        }
        return best;
    }

    /** The number of the tin that goes next on a link without a rate; one of them has packets. */
    int shared() {
        while (true) {
            for (int i = 0; i < tins.length; i++) {
                int tin = (turn + i) % tins.length;
                if (!tins[tin].isEmpty() && deficits[tin] > 0) {
                    turn = tin;
                    return tin;
                }
            }
            nextRounds();
        }
    }

    /** What {@link #shared} chose has sent a packet. */
    void charge(int tin, int lengthBytes) {
        deficits[tin] -= lengthBytes;
        if (deficits[tin] <= 0) {
            turn = (tin + 1) % tins.length;
        }
    }

    /** As many rounds as it takes for a tin with packets to have credit. */
    private void nextRounds() {
        long rounds = Long.MAX_VALUE;
        for (int i = 0; i < tins.length; i++) {
            if (!tins[i].isEmpty()) {
                rounds = Math.min(rounds, -deficits[i] / weights[i] + 1);
            }
        }
        for (int i = 0; i < tins.length; i++) {
            if (!tins[i].isEmpty()) {
                deficits[i] += rounds * weights[i];
            }
        }
    }
}
