// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.telemetry.Topic;

/** Topics read again: what open windows are made of is not kept anywhere else. */
@FunctionalInterface
interface TopicLog {
    /**
     * Gives every record that is still there of {@code [fromOffset, toOffset)}, ascending.
     *
     * @throws IllegalStateException when the broker does not answer
     */
    void read(Topic topic, int partition, long fromOffset, long toOffset, Reader reader);

    /** Takes a record. */
    @FunctionalInterface
    interface Reader {
        void take(long offset, byte[] value);
    }
}
