// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

/** What a policer test answered. The numbers are those of the SIGCOMM 2016 detector; 8 is ours. */
public enum PdCode {
    /** The losses are those of a token bucket. */
    POLICED(0),
    /** Fewer than 15 losses, 15 passed packets or 3 bouts of loss. */
    TOO_FEW_LOSSES(1),
    /** The first loss came after 2 000 000 bytes. */
    LATE_LOSS(2),
    /** The bucket would have been below empty at the start. */
    NEGATIVE_FILL(3),
    /** Packets were lost at fuller buckets than packets passed. */
    LOSS_AT_HIGHER_FILL(4),
    /** More than 10 % of losses came far from an empty bucket. */
    LOSS_OUT_OF_RANGE(5),
    /** More than 3 % of passed packets met an emptier bucket than the losses did. */
    PASS_OUT_OF_RANGE(6),
    /** Delay had risen before the losses: a queue, not a policer. */
    INFLATED_DELAY(7),
    /** The bucket is too small and the loss too low to tell it from random loss. */
    INDETERMINATE(8);

    private final int number;

    PdCode(int number) {
        this.number = number;
    }

    public int number() {
        return number;
    }
}
