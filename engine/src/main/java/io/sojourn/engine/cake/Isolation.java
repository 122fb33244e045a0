// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import io.sojourn.engine.PacketStore;
import java.util.Arrays;
import java.util.List;

/**
 * What CAKE keeps apart: which packets share a queue, and whether the flows of one host share the part of one.
 *
 * <p>Source: tc-cake(8), "Flow isolation parameters"; "Piece of CAKE" on flow isolation.
 */
enum Isolation {
    /** Queues by flow; neither a source nor a destination gets more by having more flows. */
    TRIPLE_ISOLATE("triple-isolate", true, true),
    DUAL_SRCHOST("dual-srchost", true, false),
    DUAL_DSTHOST("dual-dsthost", false, true),
    SRCHOST("srchost", false, false),
    DSTHOST("dsthost", false, false),
    HOSTS("hosts", false, false),
    FLOWS("flows", false, false),
    FLOWBLIND("flowblind", false, false);

    private final String word;
    private final boolean isBySource;
    private final boolean isByDestination;

    Isolation(String word, boolean isBySource, boolean isByDestination) {
        this.word = word;
        this.isBySource = isBySource;
        this.isByDestination = isByDestination;
    }

    static List<String> words() {
        return Arrays.stream(values()).map(isolation -> isolation.word).toList();
    }

    /** Whether flows are weighed by how many busy flows their source has. */
    boolean isBySource() {
        return isBySource;
    }

    /** Whether flows are weighed by how many busy flows their destination has. */
    boolean isByDestination() {
        return isByDestination;
    }

    /** Equal for packets of one queue, different for all others. */
    long key(PacketStore packets, int packet) {
        return switch (this) {
            case SRCHOST -> packets.sourceHost(packet);
            case DSTHOST -> packets.destinationHost(packet);
            case HOSTS -> ((long) packets.sourceHost(packet) << 32) | (packets.destinationHost(packet) & 0xffff_ffffL);
            case FLOWBLIND -> 0;
            case TRIPLE_ISOLATE, DUAL_SRCHOST, DUAL_DSTHOST, FLOWS -> packets.flow(packet);
        };
    }
}
