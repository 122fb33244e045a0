// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.measure.FlowObserver;
import io.sojourn.lab.measure.Recorder;
import io.sojourn.lab.net.EngineBox;
import io.sojourn.lab.net.Network;
import io.sojourn.lab.net.Packet;
import io.sojourn.lab.plan.Headers;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class TcpReceiverTest {
    private final List<String> acks = new ArrayList<>();
    private final Network network = network();
    private TcpReceiver receiver = receiver(TcpSettings.Recovery.SACK);

    private static Network network() {
        Plan plan = new Plan(1, 1_000, 0, List.of(), List.of());
        return new Network(plan, new Recorder(plan), EngineBox::new);
    }

    private TcpReceiver receiver(TcpSettings.Recovery recovery) {
        return receiver(recovery, 1_460);
    }

    private TcpReceiver receiver(TcpSettings.Recovery recovery, int payloadBytes) {
        TcpSettings windows = TcpSettings.windowsReno();
        TcpSettings quick = new TcpSettings(
                windows.algorithm(), recovery, 44, payloadBytes, 10, windows.rtoFloorNanos(), 50, false);
        Sending back = new Sending(
                0,
                true,
                Headers.tcp(0),
                network.packets(),
                network.route(List.of(), (packet, nowNanos) -> acks.add(nowNanos + ": " + told(packet))));
        return new TcpReceiver(quick, network.events(), back, FlowObserver.NONE);
    }

    private static String told(Packet ack) {
        StringBuilder told = new StringBuilder().append(ack.cumulative);
        for (int block = 0; block < ack.sackBlocks; block++) {
            told.append(' ').append(ack.sackFrom[block]).append('-').append(ack.sackTo[block]);
        }
        return told + (ack.duplicate ? " again" : "") + " echo " + ack.echoNanos;
    }

    private void segment(long number, long nowNanos) {
        segment(number, nowNanos * 10, nowNanos);
    }

    private void segment(long number, long sentNanos, long nowNanos) {
        network.events().runUntil(nowNanos);
        Packet packet = network.packets().take();
        packet.number = number;
        packet.sentNanos = sentNanos;
        receiver.receive(packet, nowNanos);
        network.packets().giveBack(packet);
    }

    @Test
    void everySecondSegmentIsAcknowledgedAtOnceAndASingleOneLate() {
        segment(0, 1);
        segment(1, 2);
        segment(2, 3);
        network.events().runUntil(100);
        assertThat(acks).containsExactly("2: 2 echo 10", "53: 3 echo 30");
    }

    @Test
    void segmentOutOfOrderIsSackedAtOnceAndSoIsTheOneThatFillsTheHole() {
        segment(1, 1);
        segment(3, 2);
        segment(0, 3);
        segment(2, 4);
        assertThat(acks).containsExactly("1: 0 1-2 echo 0", "2: 0 3-4 1-2 echo 0", "3: 2 3-4 echo 30", "4: 4 echo 40");
    }

    @Test
    void blockThatGrewLastComesFirstAndOnlyThreeAreTold() {
        segment(2, 1);
        segment(4, 2);
        segment(6, 3);
        segment(8, 4);
        segment(3, 5);
        assertThat(acks.get(3)).isEqualTo("4: 0 8-9 6-7 4-5 echo 0");
        assertThat(acks.get(4)).isEqualTo("5: 0 2-5 8-9 6-7 echo 0");
    }

    @Test
    void segmentReceivedBeforeIsReportedAsADuplicate() {
        segment(0, 1);
        segment(0, 2);
        segment(2, 3);
        segment(2, 4);
        assertThat(acks).containsExactly("2: 1 again echo 20", "3: 1 2-3 echo 20", "4: 1 2-3 again echo 20");
    }

    @Test
    void openingIsAnsweredWithItsTime() {
        segment(TcpSender.SYN, 7);
        assertThat(acks).containsExactly("7: 0 echo 70");
    }

    @Test
    void linuxAcknowledgesTheFirstSixteenOneByOne() {
        receiver = receiver(TcpSettings.Recovery.RACK);
        for (int number = 0; number < 20; number++) {
            segment(number, number);
        }
        assertThat(acks).hasSize(18).contains("15: 16 echo 150", "17: 18 echo 160", "19: 20 echo 180");
    }

    @Test
    void linuxAcknowledgesSixteenMoreOneByOneAfterADuplicate() {
        receiver = receiver(TcpSettings.Recovery.RACK);
        for (int number = 0; number < 20; number++) {
            segment(number, number);
        }
        segment(0, 20);
        acks.clear();
        for (int number = 20; number < 40; number++) {
            segment(number, number + 1);
        }
        assertThat(acks).hasSize(18);
    }

    @Test
    void lateSegmentBehindAFilledHoleIsThrownAwayThoughMissing() {
        receiver = receiver(TcpSettings.Recovery.SACK, 1_448);
        segment(1, 1_000_000, 1);
        segment(0, 12_000_000, 2);
        segment(2, 10_999_999, 3);
        segment(0, 3_000_000, 4);
        segment(2, 11_000_000, 5);
        network.events().runUntil(100);
        assertThat(acks)
                .containsExactly(
                        "1: 0 1-2 echo 0",
                        "2: 2 echo 12000000",
                        "3: 2 echo 12000000",
                        "4: 2 again echo 12000000",
                        "55: 3 echo 12000000");
    }

    @Test
    void withoutTimestampsNoSegmentIsTooOld() {
        segment(1, 1_000_000, 1);
        segment(0, 12_000_000, 2);
        segment(2, 1_000_000, 3);
        segment(3, 1_000_000, 4);
        assertThat(acks).last().isEqualTo("4: 4 echo 12000000");
    }

    @Test
    void timestampOfAnOldDuplicateIsNotEchoed() {
        segment(0, 1);
        segment(1, 2);
        segment(0, 3);
        segment(1, 4);
        assertThat(acks).containsExactly("2: 2 echo 10", "3: 2 again echo 10", "4: 2 again echo 40");
    }

    @Test
    void withoutSackDuplicatesTellNothingButWhatIsMissing() {
        receiver = receiver(TcpSettings.Recovery.NEW_RENO);
        segment(0, 1);
        segment(2, 2);
        segment(2, 3);
        assertThat(acks).containsExactly("2: 1 echo 10", "3: 1 echo 10");
    }
}
