// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** Where a recommendation is in its life. */
public enum RecommendationState {
    PROPOSED,
    APPROVED,
    REJECTED,
    /** A newer one, or the end of the finding, took its place. */
    WITHDRAWN
}
