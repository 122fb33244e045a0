// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import io.sojourn.telemetry.Topic;

/** Where single records go, and stay. */
@FunctionalInterface
public interface RecordSink {
    /** @throws IllegalStateException when it could not be delivered */
    void send(Topic topic, String key, Record value);
}
