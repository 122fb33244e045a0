// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/**
 * A token-bucket policer as it shows in the losses, or as it is set when the node polices itself.
 *
 * @param rateBitsPerSecond bytes counted as the trail does (Ethernet header included for captures)
 * @param bucketBytes depth; a lower bound unless {@code refilled}
 * @param refilled whether the bucket was seen to drain from full, so that its depth is known
 */
public record PolicerEstimate(long rateBitsPerSecond, long bucketBytes, boolean refilled) {
    public PolicerEstimate {
        Range.atLeast("rateBitsPerSecond", rateBitsPerSecond, 1);
        Range.atLeast("bucketBytes", bucketBytes, 0);
    }
}
