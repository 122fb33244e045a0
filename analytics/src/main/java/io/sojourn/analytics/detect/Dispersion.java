// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Whether losses come one by one: the variance of how many are lost among so many packets, over that of losses that each
 * come by chance (Fisher's index of dispersion, binomial): sum((x - n p)^2 / (n p (1 - p))) / (k - 1) over k blocks of n
 * packets of which x are lost; p is the share lost of all.
 *
 * <p>By chance it is 1 with a standard deviation of sqrt(2 / (k - 1)) (chi squared). A full queue loses many at once and
 * then none for a while: 5 and more. A sender that probes a narrow policer loses at even distances: near 0. Example: of
 * 10 blocks of 100 packets 2 lost in each: 0; 20 lost in one: 204.
 *
 * <p>Error: blocks of a trail are whole cells, and a trail leaves out seconds without loss; {@link #TOLERANCE} allows for it.
 *
 * @param index what it is
 * @param blocks k, at least {@value #LEAST_BLOCKS}
 */
record Dispersion(double index, int blocks) {
    /** Fewer blocks say nothing. */
    static final int LEAST_BLOCKS = 5;
    /** So many losses are expected in a block of a trail. */
    static final double LOSSES_A_BLOCK = 2;
    /** Standard deviations within which 399 of 400 chance losses lie. */
    private static final double DEVIATIONS = 3;

    private static final double TOLERANCE = 0.2;

    /** Of a trail, in blocks in which two losses are expected. */
    static Optional<Dispersion> of(Cells cells) {
        double share = cells.lossRatio();
        if (share <= 0 || share >= 1) {
            return Optional.empty();
        }
        Blocks blocks = new Blocks(LOSSES_A_BLOCK / share);
        cells.list().forEach(cell -> blocks.add(cell.passedPackets() + cell.lostPackets(), cell.lostPackets()));
        return blocks.dispersion();
    }

    /** Of what was sent again in each window. */
    static Optional<Dispersion> of(Horizon horizon) {
        Blocks blocks = new Blocks(1);
        horizon.windows()
                .forEach(window -> blocks.add(orZero(window.dataPackets()), orZero(window.retransmittedPackets())));
        return blocks.dispersion();
    }

    /** How far it is from that of chance, over how far chance may go: up to 1 it is chance. */
    double excess() {
        return Math.abs(index - 1) / (DEVIATIONS * Math.sqrt(2.0 / (blocks - 1)) + TOLERANCE);
    }

    private static long orZero(@Nullable Long value) {
        return value == null ? 0 : value;
    }

    private static final class Blocks {
        private final double leastPackets;
        private final List<double[]> closed = new ArrayList<>();
        private double packets;
        private double lost;

        Blocks(double leastPackets) {
            this.leastPackets = leastPackets;
        }

        void add(long morePackets, long moreLost) {
            packets += morePackets;
            lost += moreLost;
            if (packets >= leastPackets) {
                closed.add(new double[] {packets, lost});
                packets = 0;
                lost = 0;
            }
        }

        Optional<Dispersion> dispersion() {
            double share = closed.stream().mapToDouble(block -> block[1]).sum()
                    / closed.stream().mapToDouble(block -> block[0]).sum();
            if (closed.size() < LEAST_BLOCKS || !(share > 0 && share < 1)) {
                return Optional.empty();
            }
            double sum = closed.stream()
                    .mapToDouble(block -> Math.pow(block[1] - block[0] * share, 2) / (block[0] * share * (1 - share)))
                    .sum();
            return Optional.of(new Dispersion(sum / (closed.size() - 1), closed.size()));
        }
    }
}
