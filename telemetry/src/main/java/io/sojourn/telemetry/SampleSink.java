// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** Where a node or a collector puts what it read. Called by one thread. */
public interface SampleSink {
    /** Takes a batch; batches of a node come in the order of their sequence. */
    void batch(SampleBatch batch);

    /** Takes note of something that could not be read. The source goes on with the rest. */
    void reject(Reject reject);
}
