// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ReceiverTest {
    private final List<String> acks = new ArrayList<>();
    private final EventQueue events = new EventQueue();
    private final TcpReceiver receiver = receiver();

    private TcpReceiver receiver() {
        Wire wire = new Wire() {
            @Override
            public void transmit(int flow, long segment, long nowNanos) {
                throw new AssertionError("a receiver sends no data");
            }

            @Override
            public void acknowledge(int flow, long cumulative, long sack, long nowNanos) {
                acks.add(nowNanos + ": " + cumulative + " " + sack);
            }
        };
        var meter = new Meter(new Box(new BoxSettings.Policing(8_000, 1_500), 1), 1);
        return new TcpReceiver(0, 50, wire, meter, new Timer(events, 0, 0));
    }

    private void runTimers() {
        while (events.next()) {
            receiver.onDelayedAck(events.atNanos());
        }
    }

    @Test
    void everySecondSegmentIsAcknowledgedAtOnceAndASingleOneLate() {
        receiver.onSegment(0, 1);
        receiver.onSegment(1, 2);
        receiver.onSegment(2, 3);
        runTimers();
        assertThat(acks).containsExactly("2: 2 -1", "53: 3 -1");
    }

    @Test
    void segmentOutOfOrderIsSackedAtOnceAndSoIsTheOneThatFillsTheHole() {
        receiver.onSegment(1, 1);
        receiver.onSegment(3, 2);
        receiver.onSegment(0, 3);
        receiver.onSegment(2, 4);
        assertThat(acks).containsExactly("1: 0 1", "2: 0 3", "3: 2 -1", "4: 4 -1");
    }

    @Test
    void segmentReceivedBeforeIsReportedAsADuplicate() {
        receiver.onSegment(0, 1);
        receiver.onSegment(0, 2);
        receiver.onSegment(2, 3);
        receiver.onSegment(2, 4);
        assertThat(acks).containsExactly("2: 1 -2", "3: 1 2", "4: 1 -2");
    }
}
