// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.QueueWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * Whether losses come one by one: the variance of how many are lost among so many packets, over that of losses that each
 * come by chance (Fisher's index of dispersion, binomial): sum((x - n p)^2 / (n p (1 - p))) / (k - 1) over k blocks of n
 * packets of which x are lost; p is the share lost of all.
 *
 * <p>By chance it is 1, and with 10 blocks below 1.9 in 19 of 20 cases (chi squared). A full queue loses many at once and
 * then none for a while: 5 and more. Example: of 10 blocks of 100 packets 2 lost in each: 0; 20 lost in one: 204.
 *
 * <p>Error: blocks of a trail are whole cells, and a trail leaves out seconds without loss, which lowers it.
 */
final class Dispersion {
    /** Fewer blocks say nothing. */
    static final int LEAST_BLOCKS = 5;
    /** So many losses are expected in a block of a trail. */
    static final double LOSSES_A_BLOCK = 2;

    private double packets;
    private double lost;
    private final List<double[]> blocks = new ArrayList<>();

    private Dispersion() {}

    /** Of a trail, in blocks in which two losses are expected. */
    static OptionalDouble of(Cells cells) {
        double share = cells.lossRatio();
        if (share <= 0 || share >= 1) {
            return OptionalDouble.empty();
        }
        Dispersion dispersion = new Dispersion();
        for (Cell cell : cells.list()) {
            dispersion.packets += cell.passedPackets() + cell.lostPackets();
            dispersion.lost += cell.lostPackets();
            dispersion.closeFrom(LOSSES_A_BLOCK / share);
        }
        return dispersion.index();
    }

    /** Of what was sent again in each window. */
    static OptionalDouble of(Horizon horizon) {
        Dispersion dispersion = new Dispersion();
        for (QueueWindow window : horizon.windows()) {
            dispersion.packets += orZero(window.dataPackets());
            dispersion.lost += orZero(window.retransmittedPackets());
            dispersion.closeFrom(1);
        }
        return dispersion.index();
    }

    private void closeFrom(double leastPackets) {
        if (packets >= leastPackets) {
            blocks.add(new double[] {packets, lost});
            packets = 0;
            lost = 0;
        }
    }

    private OptionalDouble index() {
        double allPackets = blocks.stream().mapToDouble(block -> block[0]).sum();
        double allLost = blocks.stream().mapToDouble(block -> block[1]).sum();
        double share = allLost / allPackets;
        if (blocks.size() < LEAST_BLOCKS || !(share > 0 && share < 1)) {
            return OptionalDouble.empty();
        }
        double sum = blocks.stream()
                .mapToDouble(block -> Math.pow(block[1] - block[0] * share, 2) / (block[0] * share * (1 - share)))
                .sum();
        return OptionalDouble.of(sum / (blocks.size() - 1));
    }

    private static long orZero(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
