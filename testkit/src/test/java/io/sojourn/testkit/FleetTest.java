// SPDX-License-Identifier: Apache-2.0
package io.sojourn.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class FleetTest {
    private static final long T0 = 1_700_000_040_000L;

    private final Fleet fleet = new Fleet(new Fleet.Plan(7, 50, 200, Clocking.RECORDED, T0, false));

    @Test
    void sameArgumentsGiveTheSameBatchesInAnyOrder() {
        Fleet again = new Fleet(fleet.plan());
        SampleBatch later = again.batch(3, 70);

        assertThat(again.batch(3, 69)).isEqualTo(fleet.batch(3, 69));
        assertThat(fleet.batch(3, 70)).isEqualTo(later);
        assertThat(fleet.batch(4, 70).queues()).isNotEqualTo(later.queues());
        assertThat(fleet.batch(3, 71).queues()).isNotEqualTo(later.queues());
    }

    @Test
    void sixInTenQueuesAreIdleAndOneStandsAtItsRate() {
        List<QueueSample> all = IntStream.range(0, 50)
                .mapToObj(node -> fleet.batch(node, 0).queues())
                .flatMap(List::stream)
                .toList();

        assertThat(share(all, 0, 6)).isBetween(0.58, 0.62);
        assertThat(share(all, 1_600, 2_000)).isBetween(0.08, 0.12);
    }

    @Test
    void everySentPacketHasASojournTime() {
        assertThat(fleet.batch(0, 0).queues())
                .allSatisfy(queue -> assertThat(queue.sojournMicros().count()).isEqualTo(queue.sentPackets()));
    }

    @Test
    void twoHundredQueuesFitARecordInBothFormats() {
        for (WireFormat format : WireFormat.values()) {
            byte[] bytes = Wire.write(fleet.batch(0, 0), format);
            assertThat(Wire.read(bytes, SampleBatch.class)).isEqualTo(fleet.batch(0, 0));
        }
    }

    @Test
    void spreadNodesStartOneAfterTheOtherWithinTheSecond() {
        Fleet spread = new Fleet(new Fleet.Plan(7, 50, 1, Clocking.LIVE, T0, true));

        assertThat(spread.batch(0, 2).startMillis()).isEqualTo(T0 + 2_000);
        assertThat(spread.batch(49, 2).startMillis()).isEqualTo(T0 + 2_980);
        assertThat(spread.batch(49, 2).endMillis()).isEqualTo(T0 + 3_980);
    }

    private static double share(List<QueueSample> samples, long fromPackets, long toPackets) {
        return (double) samples.stream()
                        .filter(sample -> sample.sentPackets() >= fromPackets && sample.sentPackets() < toPackets)
                        .count()
                / samples.size();
    }
}
