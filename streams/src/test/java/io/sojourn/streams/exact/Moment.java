// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.QueueSample;

/**
 * A sample of a queue with its time.
 *
 * @param entryMillis size of the smallest window that it was not too late for
 */
record Moment(QueueSample sample, long startMillis, long endMillis, Clocking clocking, long entryMillis) {
    long intervalMillis() {
        return endMillis - startMillis;
    }

    double bitsPerSecond() {
        return sample.sentBytes() * 8_000.0 / intervalMillis();
    }
}
