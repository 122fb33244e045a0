// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.ss;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where to look at sockets.
 *
 * @param node name the batches bear
 * @param queue name of the queue the flows are shown at
 * @param namespace network namespace, the own one when empty
 * @param filter words for ss, {@code dst 192.0.2.0/24}; all TCP sockets when empty
 * @param interval between polls, 1 ms to 60 s
 */
public record SsOptions(String node, String queue, Optional<String> namespace, List<String> filter, Duration interval) {
    public SsOptions {
        filter = List.copyOf(filter);
    }

    public static SsOptions of(String node) {
        return new SsOptions(node, "tcp", Optional.empty(), List.of(), Duration.ofSeconds(1));
    }
}
