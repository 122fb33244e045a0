// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

/** The samples topic, read again: what open windows are made of is not kept anywhere else. */
@FunctionalInterface
interface SamplesLog {
    /**
     * Gives every record that is still there of {@code [fromOffset, toOffset)}, ascending.
     *
     * @throws IllegalStateException when the broker does not answer
     */
    void read(int partition, long fromOffset, long toOffset, Reader reader);

    /** Takes a record. */
    @FunctionalInterface
    interface Reader {
        void take(long offset, byte[] value);
    }
}
