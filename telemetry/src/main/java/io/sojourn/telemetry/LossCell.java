// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/**
 * What passed and what was lost in one cell of a {@link LossTrail}.
 *
 * @param index cells since the trail's start
 * @param passedBytes bytes that were not lost
 * @param lostBytes bytes that were
 */
public record LossCell(int index, long passedPackets, long passedBytes, long lostPackets, long lostBytes) {
    public LossCell {
        Range.atLeast("index", index, 0);
        Range.atLeast("passedPackets", passedPackets, 0);
        Range.atLeast("passedBytes", passedBytes, 0);
        Range.atLeast("lostPackets", lostPackets, 0);
        Range.atLeast("lostBytes", lostBytes, 0);
    }

    /** The same cell at another index. */
    public LossCell at(int otherIndex) {
        return new LossCell(otherIndex, passedPackets, passedBytes, lostPackets, lostBytes);
    }

    /** Both counts together, at this cell's index. */
    public LossCell plus(LossCell other) {
        return new LossCell(
                index,
                passedPackets + other.passedPackets,
                passedBytes + other.passedBytes,
                lostPackets + other.lostPackets,
                lostBytes + other.lostBytes);
    }
}
