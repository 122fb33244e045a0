// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import io.sojourn.telemetry.Recommendation;

/** Where an operator's decision goes: it signs and sends the setting, or puts the recommendation aside. */
public interface DecisionDesk {
    /**
     * @param author who decided, 1 to 64 characters
     * @return the recommendation, decided
     */
    Recommendation approve(String recommendationId, String author) throws Refused;

    /** As {@link #approve}, but nothing is set. */
    Recommendation reject(String recommendationId, String author) throws Refused;
}
