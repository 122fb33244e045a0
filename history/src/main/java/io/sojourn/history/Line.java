// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

/**
 * One point in line protocol, times in nanoseconds.
 *
 * @param timeMillis of the point, event time
 */
record Line(String text, long timeMillis, Source source) {
    /** Where a record was read: a place on the broker. */
    record Source(String topic, int partition, long offset) {
        @Override
        public String toString() {
            return topic + "-" + partition + "@" + offset;
        }
    }

    /** Close to its bytes on the wire, and cheap: most texts are ASCII. */
    int size() {
        return text.length() + 1;
    }
}
