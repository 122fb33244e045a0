// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.PacketStore;
import io.sojourn.node.Traffic;
import org.junit.jupiter.api.Test;

class SessionsTest {
    private static final long START = Traffic.START_NANOS;
    private static final long MINUTE = 60 * Traffic.SECOND;

    private final Sessions sessions = new Sessions();

    @Test
    void firstDatagramOfAFlowOpensASessionAndLaterOnesDoNot() {
        assertThat(opening(17, 1, START)).isEqualTo(PacketStore.OPENS_SESSION);
        assertThat(opening(17, 1, START + 1)).isZero();
        assertThat(opening(17, 2, START + 1)).isEqualTo(PacketStore.OPENS_SESSION);
    }

    @Test
    void flowIsNewAgainAfterAMinuteOfSilenceAndNotANanosecondBefore() {
        opening(17, 1, START);

        assertThat(opening(17, 1, START + MINUTE - 1)).isZero();
        assertThat(opening(17, 1, START + 2 * MINUTE - 1)).isEqualTo(PacketStore.OPENS_SESSION);
    }

    @Test
    void tcpSaysItselfWhenASessionOpens() {
        assertThat(opening(6, 1, START)).isZero();
    }

    private int opening(int protocol, int port, long nowNanos) {
        Packet packet = Traffic.packet(nowNanos, 100);
        packet.protocol = protocol;
        packet.sourcePort = port;
        return sessions.opening(packet, packet.flow(), nowNanos);
    }
}
