// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.ss;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.sojourn.collectors.Fault;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class SocketParserTest {
    private static final String HEAD = "ESTAB 0      220096 10.77.1.2:40001 10.77.2.2:5301";
    private static final String DETAILS =
            "cubic wscale:0,0 rto:208 rtt:7.143/2.007 mss:1448 pmtu:1500 cwnd:1 ssthresh:2"
                    + " bytes_sent:2083709 bytes_retrans:211408 bytes_acked:1867958 segs_out:1442 segs_in:839 data_segs_out:1440"
                    + " send 1621728bps lastsnd:76 pacing_rate 5837600bps delivery_rate 1525816bps delivered:1293 busy:3280ms"
                    + " rwnd_limited:16ms(0.5%) unacked:3 retrans:1/146 lost:2 sacked:1 dsack_dups:4 reord_seen:9"
                    + " rcv_space:14480 notsent:215752 minrtt:5 snd_wnd:65535";
    private static final Socket SOCKET = new Socket(
            "10.77.1.2:40001>10.77.2.2:5301/tcp",
            "cubic",
            7143L,
            5000L,
            1448L,
            2_083_709,
            1_867_958,
            0,
            1440,
            1293L,
            146,
            4,
            9,
            3,
            65_535L,
            16,
            3_280);

    private final List<Fault> faults = new ArrayList<>();

    @Test
    void oneLineFormIsRead() {
        assertThat(parse(HEAD + " " + DETAILS + "                \n")).containsExactly(SOCKET);
        assertThat(faults).isEmpty();
    }

    @Test
    void twoLineFormIsReadTheSame() {
        assertThat(parse(HEAD + " \n\t " + DETAILS + "\n" + HEAD + "\n\t " + DETAILS))
                .containsExactly(SOCKET, SOCKET);
    }

    @Test
    void fieldsLeftOutBecauseTheyAreZeroAreZeroAndUnknownOnesAreNull() {
        Socket socket = parse("ESTAB 0 0 10.0.0.1:1 10.0.0.2:2 reno").get(0);

        assertThat(socket.retransmits()).isZero();
        assertThat(socket.windowLimitedMillis()).isZero();
        assertThat(socket.srttMicros()).isNull();
        assertThat(socket.delivered()).isNull();
        assertThat(socket.sendWindowBytes()).isNull();
    }

    @Test
    void mappedAddressesAreShownAsIpv4AndOthersAsTheyAre() {
        assertThat(parse("ESTAB 0 0 [::ffff:10.77.2.2]:5301 [::ffff:10.77.1.2]:40001 bbr bbr:(bw:1bps,mrtt:5.4)"
                        + "\nESTAB 0 0 [2001:db8::1]:80 [2001:db8::2]:4000 cubic"
                        + "\nESTAB 0 0 10.0.0.1%eth0:80 10.0.0.2:4000 ts sack cubic"))
                .extracting(Socket::flow, Socket::congestionControl)
                .containsExactly(
                        tuple("10.77.2.2:5301>10.77.1.2:40001/tcp", "bbr"),
                        tuple("[2001:db8::1]:80>[2001:db8::2]:4000/tcp", "cubic"),
                        tuple("10.0.0.1:80>10.0.0.2:4000/tcp", "cubic"));
    }

    @Test
    void wordsNobodyKnowsAreLeftAlone() {
        assertThat(parse(HEAD + " " + DETAILS + " tcp-ulp-mptcp flags:Mm newfield:x/y"))
                .containsExactly(SOCKET);
        assertThat(faults).isEmpty();
    }

    @Test
    void wrongTypeIsNamedAndTheNextSocketIsRead() {
        assertThat(parse(
                        HEAD + " " + DETAILS.replace("delivered:1293", "delivered:many") + "\n" + HEAD + " " + DETAILS))
                .containsExactly(SOCKET);
        assertThat(faults).extracting(Fault::field, Fault::value).containsExactly(tuple("delivered", "many"));
    }

    @Test
    void negativeCounterIsNamed() {
        parse(HEAD + " " + DETAILS.replace("unacked:3", "unacked:-3"));

        assertThat(faults).extracting(Fault::field, Fault::value).containsExactly(tuple("unacked", "-3"));
    }

    @Test
    void badRoundTripTimeAndWindowTimeAreNamed() {
        parse(HEAD + " " + DETAILS.replace("rtt:7.143/2.007", "rtt:fast/2"));
        parse(HEAD + " " + DETAILS.replace("rwnd_limited:16ms(0.5%)", "rwnd_limited:16s"));

        assertThat(faults).extracting(Fault::field).containsExactly("rtt", "rwnd_limited");
    }

    @Test
    void lineWithTooFewColumnsIsNamed() {
        parse("ESTAB 0 0");

        assertThat(faults).extracting(Fault::field).containsExactly("socket");
    }

    private List<Socket> parse(String text) {
        return SocketParser.parse(text, faults::add);
    }
}
