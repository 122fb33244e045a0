// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import io.sojourn.engine.LengthRule;
import io.sojourn.engine.PacketStore;

/**
 * Bytes that the shaper counts for a packet (tc-cake(8), "Overhead compensation parameters"): without an overhead, those
 * that rates count anyway ({@code raw}); with one, IP length and overhead.
 */
record CountedLength(PacketStore packets, LengthRule rule, boolean isRaw) {
    int of(int packet) {
        return rule.length(isRaw ? packets.lengthBytes(packet) : packets.ipLengthBytes(packet));
    }
}
