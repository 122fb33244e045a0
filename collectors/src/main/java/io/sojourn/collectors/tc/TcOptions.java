// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Which queues to read.
 *
 * @param node name the batches bear
 * @param device network device
 * @param namespace network namespace, the own one when empty
 * @param interval between readings, 1 ms to 60 s
 * @param sockets read the host's TCP sockets too and show their flows at the device's busiest queue
 * @param socketFilter words for ss, {@code dst 192.0.2.0/24}, so that only flows through the device are shown
 */
public record TcOptions(
        String node,
        String device,
        Optional<String> namespace,
        Duration interval,
        boolean sockets,
        List<String> socketFilter) {
    public TcOptions {
        socketFilter = List.copyOf(socketFilter);
    }

    public static TcOptions of(String node, String device) {
        return new TcOptions(node, device, Optional.empty(), Duration.ofSeconds(1), false, List.of());
    }
}
