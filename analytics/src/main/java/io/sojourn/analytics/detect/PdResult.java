// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

/**
 * The answer of a policer test. Rate and sizes are 0 unless the code is {@link PdCode#POLICED} or {@link
 * PdCode#INDETERMINATE}.
 *
 * @param rateBitsPerSecond of the bucket; bytes counted as the cells count them
 * @param burstBytes sent before the first loss counted: not the depth, it includes what was earned meanwhile; plain PD
 *     only
 * @param bucketBytes depth: of plain PD the fill at the first packet, of PD-C the largest drain seen
 * @param refilled whether the bucket was seen to drain from (nearly) full, so that the depth is no mere lower bound
 */
public record PdResult(PdCode code, double rateBitsPerSecond, double burstBytes, double bucketBytes, boolean refilled) {
    static PdResult of(PdCode code) {
        return new PdResult(code, 0, 0, 0, false);
    }
}
