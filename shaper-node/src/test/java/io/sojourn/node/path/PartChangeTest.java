// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.node.Traffic;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueSettings;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Settings of the wire on classes of schedulers. */
class PartChangeTest {
    private static final long START = Traffic.START_NANOS;

    private final DataPath htb = path("""
            node: n
            links:
              - name: wan
                rate: 20Mbit
                scheduler: htb
                classes:
                  - name: all
                    rate: 20Mbit
                    classes:
                      - { name: a, rate: 5Mbit, ceil: 20Mbit, queue: { discipline: fifo, limit: 500p } }
                      - { name: b, rate: 5Mbit, ceil: 20Mbit, queue: { discipline: fq-codel, flows: 64 } }
            rules: [ { match: { destinationPort: 5201 }, class: a } ]
            default: b
            """);

    @Test
    void classOfAHierarchyGetsItsCeilingAndItsQueue() {
        apply(htb, "a", Discipline.CODEL, 10_000_000L, 400L);

        assertThat(inForce(htb, "a").discipline()).isEqualTo(Discipline.CODEL);
        // CoDel drops some, which takes a little less: 100 packets of 1514 bytes at 10 Mbit/s take 121 ms; at the old
        // 20 they would take 61.
        for (int i = 0; i < 100; i++) {
            htb.offer(Traffic.packet(START, 1_500), START);
        }
        long now = START;
        while (!htb.isEmpty()) {
            now = htb.nextReleaseNanos(now);
            htb.release(now);
        }
        assertThat((now - START) / 1_000_000).isBetween(90L, 125L);
    }

    @Test
    void whatWaitsInAClassIsKeptOverAChangeAndCountedOnce() {
        for (int i = 0; i < 300; i++) {
            htb.offer(Traffic.packet(START, 1_500), START);
        }
        apply(htb, "a", Discipline.FQ_CODEL, 20_000_000L, 1_000L);

        QueueSample sample = htb.queue("a").orElseThrow().sample();
        assertThat(sample.offeredPackets()).isEqualTo(300);
        assertThat(sample.sentPackets() + sample.backlogPackets()).isEqualTo(300);
        assertThat(sample.settings().discipline()).isEqualTo(Discipline.FQ_CODEL);
    }

    @Test
    void ceilingBelowTheGuaranteeTakesTheGuaranteeDownWithIt() {
        assertThat(problem(htb, "a", Discipline.SHAPER, 2_500_000L)).isNull();
        apply(htb, "a", Discipline.SHAPER, 2_500_000L, 100L);

        assertThat(inForce(htb, "a").rateBitsPerSecond()).isEqualTo(2_500_000);
    }

    @Test
    void policerOnAClassIsRefusedWithWhatToDoInstead() {
        assertThat(problem(htb, "a", Discipline.POLICER, 10_000_000L)).contains("POLICER", "meters");
    }

    @Test
    void rateOnAClassOfASchedulerWithoutRatesIsRefused() {
        DataPath drr = path("""
                node: n
                links:
                  - { name: wan, rate: 20Mbit, scheduler: drr, classes: [ { name: a, queue: fifo } ] }
                default: a
                """);

        assertThat(inForce(drr, "a").discipline()).isEqualTo(Discipline.FIFO);
        assertThat(problem(drr, "a", Discipline.CODEL, 10_000_000L))
                .isEqualTo("rateBitsPerSecond=10000000; must be null, a class of drr has no rate");
        assertThat(problem(drr, "a", Discipline.CODEL, null)).isNull();
    }

    @Test
    void settingsOfALinkThatIsOneQueueChangeTheShaperOfTheLink() {
        DataPath one = path("""
                node: n
                links: [ { name: wan, rate: 20Mbit, queue: fq-codel } ]
                default: wan
                """);

        assertThat(inForce(one, "wan").discipline()).isEqualTo(Discipline.FQ_CODEL);
        assertThat(inForce(one, "wan").rateBitsPerSecond()).isEqualTo(20_000_000);
        assertThat(problem(one, "wan", Discipline.POLICER, 10_000_000L)).isNull();
    }

    private static DataPath path(String yaml) {
        DataPath path = new DataPath(Policy.parse("test", yaml));
        path.beginSecond(START);
        return path;
    }

    private static void apply(
            DataPath path, String queue, Discipline discipline, @Nullable Long rate, Long limitPackets) {
        NodeQueue changed = path.queue(queue).orElseThrow();
        path.apply(changed, settings(discipline, rate, limitPackets), 1, START);
    }

    private static @Nullable String problem(DataPath path, String queue, Discipline discipline, @Nullable Long rate) {
        return path.queue(queue).orElseThrow().state().place().problem(settings(discipline, rate, 100L));
    }

    private static QueueSettings inForce(DataPath path, String queue) {
        return path.queue(queue).orElseThrow().state().inForce();
    }

    private static QueueSettings settings(Discipline discipline, @Nullable Long rate, Long limitPackets) {
        boolean waits = discipline != Discipline.POLICER;
        return new QueueSettings(
                discipline,
                rate,
                rate == null ? null : (Long) 20_000L,
                waits ? limitPackets : null,
                null,
                null,
                null,
                LengthAccounting.ETHERNET);
    }
}
