// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import io.sojourn.telemetry.Reject;
import java.util.List;

/** Where rejects go. */
@FunctionalInterface
interface RejectSink {
    /**
     * Returns when all of them are kept.
     *
     * @throws RuntimeException when they are not; they may be handed over again
     */
    void keep(List<Reject> rejects);
}
