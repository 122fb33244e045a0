// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors;

import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleSink;
import io.sojourn.telemetry.Schema;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;

/** Hands faults to a sink with the place they were found at. */
public final class Rejects {
    private static final int EXCERPT_LIMIT_BYTES = 1024;

    private final SampleSink sink;
    private final String node;
    private long count;

    public Rejects(SampleSink sink, String node) {
        this.sink = sink;
        this.node = node;
    }

    /**
     * @param source file and line, or the command
     * @param observedMillis when it was read or recorded, Unix epoch
     * @param text the input, of which the beginning is kept
     */
    public void add(String source, long observedMillis, Fault fault, String text) {
        count++;
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        String excerpt =
                Base64.getEncoder().encodeToString(Arrays.copyOf(bytes, Math.min(bytes.length, EXCERPT_LIMIT_BYTES)));
        sink.reject(new Reject(
                Schema.CURRENT,
                source,
                node,
                observedMillis,
                fault.field(),
                fault.value(),
                fault.bound(),
                fault.mend(),
                excerpt));
    }

    /** Hands on what another source has named already. */
    public void forward(Reject reject) {
        count++;
        sink.reject(reject);
    }

    public long count() {
        return count;
    }
}
