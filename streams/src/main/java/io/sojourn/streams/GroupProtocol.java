// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

/** How the instances of the job share partitions. */
public enum GroupProtocol {
    /** Works with every broker; running about 2 s after start. */
    CLASSIC("classic"),
    /**
     * The broker assigns (KIP-1071). Starts as fast only when the broker has {@code
     * group.streams.initial.rebalance.delay.ms=0} and a heartbeat interval of 1 s.
     */
    STREAMS("streams");

    private final String configured;

    GroupProtocol(String configured) {
        this.configured = configured;
    }

    String configured() {
        return configured;
    }
}
