// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import org.jspecify.annotations.Nullable;

/**
 * One qdisc of a device as {@code tc -s -j qdisc show} tells it.
 *
 * @param handle "1:"
 * @param parent "1:10", null for a root
 */
public record Qdisc(String kind, String handle, @Nullable String parent, Options options, TcCounters counters) {
    /**
     * Options that matter to us, in tc's own units; null where the kind does not have them.
     *
     * @param rateBytesPerSecond of a TBF
     * @param latencyMicros longest wait in a TBF: (limit - burst) / rate
     * @param limit packets; bytes for {@code bfifo} and {@code tbf}
     */
    public record Options(
            @Nullable Long rateBytesPerSecond,
            @Nullable Long burstBytes,
            @Nullable Long latencyMicros,
            @Nullable Long limit,
            @Nullable Long targetMicros,
            @Nullable Long intervalMicros) {}

    boolean isRoot() {
        return parent == null;
    }
}
