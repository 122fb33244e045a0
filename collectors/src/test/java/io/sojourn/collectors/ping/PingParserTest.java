// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.ping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.collectors.Unreadable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class PingParserTest {
    @Test
    void replyGivesItsTimeAndRoundTripInMicroseconds() throws Exception {
        assertThat(PingParser.parse("[1796035910.648032] 64 bytes from 10.77.2.2: icmp_seq=1 ttl=63 time=5.63 ms"))
                .contains(new PingReply(1_796_035_910_648_032L, 1, 5630));
    }

    @Test
    void replyFromANamedHostIsRead() throws Exception {
        assertThat(PingParser.parse(
                        "[1796035910.648032] 64 bytes from a.example (192.0.2.1): icmp_seq=12 ttl=63 time=1042 ms"))
                .contains(new PingReply(1_796_035_910_648_032L, 12, 1_042_000));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "PING 10.77.2.2 (10.77.2.2) 56(84) bytes of data.",
                "",
                "--- 10.77.2.2 ping statistics ---",
                "[1796035911.1] no answer yet for icmp_seq=3",
                "rtt min/avg/max/mdev = 5.317/6.002/10.991/1.667 ms"
            })
    void otherLinesAreNoReplies(String line) throws Exception {
        assertThat(PingParser.parse(line)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "64 bytes from 10.77.2.2: icmp_seq=1 ttl=63 time=5.63 ms",
                "[1796035910.648032] 64 bytes from 10.77.2.2: icmp_seq=1 ttl=63",
                "[1796035910.648032] 64 bytes from 10.77.2.2: icmp_seq=1 ttl=63 time=-5 ms"
            })
    void replyWithoutATimeIsNamed(String line) {
        assertThatThrownBy(() -> PingParser.parse(line))
                .isInstanceOfSatisfying(
                        Unreadable.class, e -> assertThat(e.fault().mend()).contains("ping -D"));
    }
}
