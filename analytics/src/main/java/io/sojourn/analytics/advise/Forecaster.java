// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.advise;

import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.Prediction;
import io.sojourn.telemetry.QueueSettings;

/** Says what a setting would do for the traffic of a finding. */
public interface Forecaster {
    /**
     * Always an answer: numbers, or why there are none. The same arguments give the same answer.
     *
     * @param current settings when it was found
     */
    Prediction predict(Finding finding, QueueSettings current, QueueSettings proposed);
}
