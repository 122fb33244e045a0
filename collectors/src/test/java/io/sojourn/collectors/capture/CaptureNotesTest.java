// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.FlowSample;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CaptureNotesTest {
    private static final String QUEUE = "10.0.0.1>10.0.0.2";

    @TempDir
    Path folder;

    private final CaptureWriter writer = new CaptureWriter();

    @Test
    void gapThatAnAcknowledgmentCoversIsTheCapturesAndNoLoss() throws IOException {
        writer.data(0, 1_000, 1_000)
                .ack(10, 2_000)
                .data(20, 2_000, 1_000)
                // 3000 and 4000 are not in the capture
                .data(21, 5_000, 1_000)
                .ack(30, 6_000)
                .data(40, 6_000, 1_000)
                .ack(50, 8_000)
                .data(5_000, 8_000, 1_000)
                .ack(5_010, 9_000);

        Collected collected = collect();

        assertThat(collected.summary.missedFound()).isEqualTo(3);
        assertThat(collected.summary.notes()).anySatisfy(note -> assertThat(note)
                .contains("3 segments were acknowledged that are not in the capture"));
        assertThat(collected.flows(QUEUE)).extracting(FlowSample::lostPackets).containsOnly(0L);
        assertThat(collected.flows(QUEUE))
                .extracting(FlowSample::retransmittedPackets)
                .containsOnly(0L);
    }

    @Test
    void gapThatIsFilledIsNotTheCaptures() throws IOException {
        writer.data(0, 1_000, 1_000).data(1, 3_000, 1_000).ack(10, 2_000, 3_000, 4_000);
        writer.data(40, 2_000, 1_000).ack(50, 4_000);

        assertThat(collect().summary.missedFound()).isZero();
        assertThat(collect().summary.flows().get(0).retransmittedPackets()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"40, 41, SENDER", "1, 40, RECEIVER", "20, 45, MIDDLE"})
    void handshakeTellsWhereTheCaptureWasTaken(double answer, double confirmed, CaptureSide side) throws IOException {
        writer.tcp(0, true, 1_000, 999, 0, CaptureWriter.SYN, 0, CaptureWriter.synOptions(7))
                .tcp(
                        answer,
                        false,
                        1_000,
                        0,
                        1_000,
                        CaptureWriter.SYN | CaptureWriter.ACK,
                        0,
                        CaptureWriter.synOptions(7))
                .tcp(confirmed, true, 1_000, 1_000, 1, CaptureWriter.ACK, 0)
                .data(confirmed + 1, 1_000, 1_000);

        CaptureSummary summary = collect().summary;

        assertThat(summary.flows().get(0).side()).isEqualTo(side);
        assertThat(summary.notes()).singleElement().satisfies(note -> assertThat(note)
                .contains("captured " + side.words() + " of 10.0.0.1:1000>10.0.0.2:80/tcp (handshake: "));
    }

    @Test
    void withoutHandshakeAndTimestampsThePlaceIsUnknown() throws IOException {
        assertThat(writer.data(0, 1_000, 1_000).to(folder.resolve("a.pcap"))).exists();

        assertThat(collect().summary.flows().get(0).side()).isEqualTo(CaptureSide.UNKNOWN);
    }

    @Test
    void duplicateAcknowledgmentsAreThoseOfRfc5681() throws IOException {
        writer.ack(0, 1_000).data(1, 1_000, 1_000).data(2, 2_000, 1_000).data(3, 3_000, 1_000);
        writer.ack(10, 2_000)
                .ack(11, 2_000, 3_000, 4_000)
                .ack(12, 2_000, 3_000, 4_000)
                .ack(13, 4_000);
        // Nothing is outstanding any more.
        writer.ack(14, 4_000);

        assertThat(collect().summary.flows().get(0).duplicateAcks()).isEqualTo(2);
    }

    @Test
    void quicGivesItsRoundTripsByTheSpinBit() throws IOException {
        for (int i = 0; i < 90; i++) {
            writer.quic(10.0 * i, i / 3 % 2 == 0 ? 0x40 : 0x60, 1_200);
        }

        Collected collected = collect();

        assertThat(collected.rtt(QUEUE).quantile(0.5).orElseThrow()).isEqualTo(30_000);
        assertThat(collected.summary.notes())
                .containsExactly("QUIC, 1 flow with a spin bit: round-trip times are from it");
    }

    @Test
    void constantSpinBitIsSaid() throws IOException {
        for (int i = 0; i < 90; i++) {
            writer.quic(20.0 * i, 0x40, 1_200);
        }

        assertThat(collect().summary.notes())
                .containsExactly("QUIC, 1 flow no spin: the bit is constant, round-trip times are not known");
    }

    @Test
    void whatIsNotReadIsCountedByNameMostFirst() throws IOException {
        byte[] frame = new byte[16 + 20];
        frame[8] = 20;
        frame[12] = 20;
        frame[16 + 12] = (byte) 0x88;
        byte[] arp = frame.clone();
        arp[16 + 12] = 8;
        arp[16 + 13] = 6;
        frame[16 + 13] = (byte) 0xcc;

        writer.data(0, 1_000, 100).raw(frame).raw(arp).raw(arp);

        assertThat(collect().summary.notes()).contains("not read: 2 ethertype 0x0806 (ARP), 1 ethertype 0x88cc (LLDP)");
    }

    private Collected collect() throws IOException {
        return Collected.of(writer.to(folder.resolve("a.pcap")));
    }
}
