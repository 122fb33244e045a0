// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.node.Traffic;
import io.sojourn.telemetry.FlowSample;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlowTableTest {
    private final FlowTable table = new FlowTable();

    @Test
    void flowIsNamedBySourceDestinationAndProtocol() {
        table.offered(Traffic.packet(0, 1_500), 1_514);
        Packet six = Traffic.packet(0, 100);
        six.ipVersion = 6;
        six.sourceHigh = 0x2001_0db8_0000_0000L;
        six.sourceLow = 1;
        six.destinationHigh = 0x2001_0db8_0000_0000L;
        six.destinationLow = 2;
        six.protocol = 17;
        table.offered(six, 114);

        assertThat(table.top("q", 2).stream().map(FlowSample::flow))
                .containsExactly("10.77.1.2:40001>10.77.2.2:5201/tcp", "[2001:db8::1]:40001>[2001:db8::2]:5201/udp");
    }

    @Test
    void flowWithoutPortsIsNamedWithoutThem() {
        Packet echo = Traffic.packet(0, 84);
        echo.protocol = 1;
        echo.sourcePort = Packet.NO_PORT;
        echo.destinationPort = Packet.NO_PORT;
        table.offered(echo, 98);

        assertThat(table.top("q", 1).stream().map(FlowSample::flow)).containsExactly("10.77.1.2>10.77.2.2/icmp");
    }

    @Test
    void onlyFlowsWithPayloadAreActive() {
        table.offered(flow(1, 1_500), 1_514);
        Packet acknowledgment = flow(2, 40);
        acknowledgment.payloadBytes = 0;
        table.offered(acknowledgment, 54);

        assertThat(table.activeFlows()).isEqualTo(1);
        assertThat(table.top("q", 10)).hasSize(2);
    }

    @Test
    void clearingBeginsANewInterval() {
        table.offered(flow(1, 1_500), 1_514);
        table.clear();

        assertThat(table.activeFlows()).isZero();
        assertThat(table.top("q", 10)).isEmpty();
    }

    @Test
    void asManyFlowsAsAreKnownAreCountedExactlyAndOneMoreMakesTheirNumberUnknown() {
        for (int i = 0; i < FlowTable.KNOWN_LIMIT; i++) {
            table.offered(flow(i, 1_500), 1_514);
        }
        assertThat(table.activeFlows()).isEqualTo(FlowTable.KNOWN_LIMIT);

        table.offered(flow(-1, 1_500), 1_514);
        assertThat(table.activeFlows()).isNull();
    }

    @ParameterizedTest
    @ValueSource(longs = {21, 22, 23, 24, 25})
    void floodOfTinyFlowsNeitherFillsTheMemoryNorHidesTheLargeOnes(long seed) {
        Random random = new Random(seed);
        long totalBytes = 0;
        long[] largeBytes = new long[8];
        for (int i = 0; i < 50_000; i++) {
            boolean large = random.nextInt(4) == 0;
            int name = large ? random.nextInt(8) : 1_000 + random.nextInt(1_000_000);
            int bytes = large ? 1_514 : 60;
            table.offered(flow(name, bytes - 14), bytes);
            totalBytes += bytes;
            if (large) {
                largeBytes[name] += bytes;
            }
            assertThat(table.size()).isLessThanOrEqualTo(FlowTable.KNOWN_LIMIT);
        }

        List<FlowSample> top = table.top("q", 8);
        long slackBytes = totalBytes / (FlowTable.KNOWN_LIMIT / 2);
        for (int name = 0; name < 8; name++) {
            String start = "0.0.0.0:" + name + ">";
            long told = top.stream()
                    .filter(sample -> sample.flow().startsWith(start))
                    .mapToLong(FlowSample::bytes)
                    .sum();
            assertThat(told).as(start).isBetween(largeBytes[name] - slackBytes, largeBytes[name]);
        }
    }

    @Test
    void lossOfAPacketIsItsFlows() {
        table.offered(flow(1, 1_500), 1_514);
        table.offered(flow(2, 1_500), 1_514);
        table.lost(flow(2, 1_500));

        assertThat(table.top("q", 2).stream().mapToLong(FlowSample::lostPackets))
                .containsExactly(0L, 1L);
    }

    @Test
    void smallFlowThatLostTheMostIsToldBesideTheGreatest() {
        for (int name = 1; name <= 8; name++) {
            table.offered(flow(name, 1_500), 1_514);
        }
        table.offered(flow(9, 100), 114);
        table.lost(flow(9, 100));

        assertThat(table.top("q", 4)).hasSize(4);
        assertThat(table.top("q", 4).stream().mapToLong(FlowSample::lostPackets).sum())
                .isEqualTo(1);
    }

    private static Packet flow(int name, int ipLengthBytes) {
        Packet packet = Traffic.packet(0, ipLengthBytes);
        packet.sourcePort = Math.floorMod(name, 65_536);
        packet.sourceLow = Math.floorDiv(name, 65_536) & 0xFFFF_FFFFL;
        return packet;
    }
}
