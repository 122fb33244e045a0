// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors;

import io.sojourn.telemetry.SampleSink;
import java.io.IOException;

/** Something foreign that is read into samples: counters of a running system, a capture, a recorded run. */
public interface SampleSource extends AutoCloseable {
    /**
     * Reads until the source ends or {@link #close} is called from another thread. Input that can't be read goes to the
     * sink as a reject, and the rest goes on.
     *
     * @throws IOException when nothing can be read at all; its message is one line: what, where and the mend
     */
    void run(SampleSink sink) throws IOException, InterruptedException;

    /** Ends {@link #run}, at once when it waits; does nothing when it is over. */
    @Override
    void close();
}
