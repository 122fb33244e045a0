// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Settings;
import io.sojourn.engine.link.Part.Branch;
import io.sojourn.engine.link.Part.Metered;
import io.sojourn.engine.meter.TwoColorPolicer;
import io.sojourn.engine.queue.Fifo;
import io.sojourn.engine.schedule.Priq;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

class LinkTest {
    private static final LinkFacts FACTS = new LinkFacts(1_000_000, 1514);

    private final PacketStore packets = new PacketStore(1000);
    private long handles;

    @Test
    void countersOfAClassAddUpToWhatWasOffered() {
        Link link = link(shapedTo(1_000_000, queue("web", 2, List.of())));
        for (int i = 0; i < 6; i++) {
            offer(link, "web", 1000, 0);
        }
        assertThat(drain(link, 0)).hasSize(1);
        ClassCounters web = counters(link, "web");
        assertThat(web.offeredPackets()).isEqualTo(6);
        assertThat(web.sentPackets()).isEqualTo(1);
        assertThat(web.droppedPackets(DropCause.TAIL)).isEqualTo(4);
        assertThat(web.backlogPackets()).isEqualTo(1);
        assertThat(web.backlogPeakPackets()).isEqualTo(2);
        assertThat(web.backlogBytes()).isEqualTo(1000);
    }

    @Test
    void changedRateIsInForceFromThePacketAfter() {
        Link link = link(shapedTo(8_000, queue("web", 100, List.of())));
        offer(link, "web", 1000, 0);
        offer(link, "web", 1000, 0);
        assertThat(drain(link, 0)).containsExactly(0L);
        assertThat(link.nextReleaseNanos(0)).isEqualTo(486_000_000L);
        link.apply(shapedTo(16_000, queue("web", 100, List.of())), 0, Link.SAME_CLASS);
        assertThat(drain(link, 242_999_999L)).isEmpty();
        assertThat(link.nextReleaseNanos(242_999_999L)).as("half of the wait").isEqualTo(243_000_000L);
        assertThat(drain(link, 243_000_000L)).containsExactly(1L);
    }

    @Test
    void packetsOfAClassTakenAwayGoWhereTheirRulesNowSay() {
        Link link = link(prioritized("voice", "web", "bulk"));
        offer(link, "bulk", 1000, 0);
        offer(link, "voice", 1000, 1);
        offer(link, "bulk", 1000, 2);
        link.apply(prioritized("voice", "web"), 3, packet -> id(link, "web"));
        assertThat(link.classId("bulk")).isEmpty();
        assertThat(counters(link, "web").backlogPackets()).isEqualTo(3);
        assertThat(drain(link, 4)).as("in order of arrival").containsExactly(0L, 1L, 2L);
        assertThat(counters(link, "web").sentPackets()).isEqualTo(3);
    }

    @Test
    void packetsOfAClassTakenAwayGoToTheFirstWhenNothingIsSaidOfThem() {
        Link link = link(prioritized("voice", "bulk"));
        offer(link, "bulk", 1000, 0);
        link.apply(prioritized("voice"), 1, Link.SAME_CLASS);
        assertThat(counters(link, "voice").backlogPackets()).isEqualTo(1);
        assertThat(drain(link, 1)).containsExactly(0L);
    }

    @Test
    void classThatComesBackGoesOnWithItsNumberAndItsCounters() {
        Link link = link(prioritized("voice", "bulk"));
        int id = id(link, "bulk");
        offer(link, "bulk", 1000, 0);
        drain(link, 0);
        link.apply(prioritized("voice"), 1, Link.SAME_CLASS);
        link.apply(prioritized("other", "bulk", "voice"), 2, Link.SAME_CLASS);
        assertThat(link.classId("bulk")).hasValue(id);
        assertThat(link.counters(id).sentPackets()).isEqualTo(1);
    }

    @Test
    void policerKeepsItsCreditWhenAnotherSettingChanges() {
        Link link = link(queue("web", 10, List.of(policer(8_000, 3000))));
        offer(link, "web", 1500, 0);
        offer(link, "web", 1500, 0);
        offer(link, "web", 1500, 0);
        link.apply(queue("web", 20, List.of(policer(8_000, 3000))), 0, Link.SAME_CLASS);
        offer(link, "web", 1500, 0);
        assertThat(counters(link, "web").droppedPackets(DropCause.POLICED)).isEqualTo(2);
        offer(link, "web", 1500, 1_500_000_000L);
        assertThat(counters(link, "web").droppedPackets(DropCause.POLICED)).isEqualTo(2);
    }

    @Test
    void metersOfAllClassesAboveArePassed() {
        Branch leaf = new Branch(
                "web",
                priority(0),
                List.of(policer(8_000, 1600)),
                List.of(),
                queue("web", 10, List.of(policer(1_000_000, 9000))));
        Link link = link(new Part.Scheduled(Priq.TYPE, none(), List.of(leaf)));
        offer(link, "web", 1500, 0);
        offer(link, "web", 1500, 0);
        assertThat(counters(link, "web").droppedPackets(DropCause.POLICED)).isEqualTo(1);
    }

    @Test
    void twoClassesOfOneNameAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> link(prioritized("web", "web")))
                .withMessageContaining("class web is there twice");
    }

    @Test
    void treeThatIsRefusedLeavesTheLinkAsItWas() {
        Link link = link(prioritized("voice", "web"));
        offer(link, "web", 1000, 0);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> link.apply(prioritized("voice", "voice"), 1, Link.SAME_CLASS));
        assertThat(counters(link, "web").backlogPackets()).isEqualTo(1);
        assertThat(drain(link, 2)).containsExactly(0L);
    }

    private Link link(Part root) {
        return new Link(root, packets, LinkObserver.NONE, 1, 0);
    }

    private void offer(Link link, String name, int lengthBytes, long nowNanos) {
        int packet = packets.add(handles++, lengthBytes, nowNanos);
        packets.setClassId(packet, id(link, name));
        link.offer(packet, nowNanos);
    }

    private List<Long> drain(Link link, long nowNanos) {
        List<Long> sent = new ArrayList<>();
        for (int packet = link.poll(nowNanos); packet >= 0; packet = link.poll(nowNanos)) {
            sent.add(packets.handle(packet));
            packets.release(packet);
        }
        return sent;
    }

    private static int id(Link link, String name) {
        OptionalInt id = link.classId(name);
        return id.orElseThrow();
    }

    private static ClassCounters counters(Link link, String name) {
        return link.counters(id(link, name));
    }

    private static Part shapedTo(long rateBitsPerSecond, Part inner) {
        var tbf = io.sojourn.engine.shape.Tbf.TYPE;
        Map<String, Long> given = Map.of("rate", rateBitsPerSecond, "burst", 1514L);
        return new Part.Shaped(tbf, Settings.of(tbf.parameters(), given, FACTS), inner);
    }

    private static Part.Queue queue(String name, long limit, List<Metered> meters) {
        return new Part.Queue(
                name, Fifo.TYPE, Settings.of(Fifo.TYPE.parameters(), Map.of("limit", limit), FACTS), meters);
    }

    private static Metered policer(long rateBitsPerSecond, long burstBytes) {
        var type = TwoColorPolicer.TYPE;
        Map<String, Long> given = Map.of("rate", rateBitsPerSecond, "burst", burstBytes);
        return new Metered(type, Settings.of(type.parameters(), given, FACTS));
    }

    /** The first name has the highest priority. */
    private static Part prioritized(String... names) {
        List<Branch> branches = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            branches.add(new Branch(
                    "class of " + names[i], priority(15 - i), List.of(), List.of(), queue(names[i], 10, List.of())));
        }
        return new Part.Scheduled(Priq.TYPE, none(), branches);
    }

    private static Settings priority(long priority) {
        return Settings.of(Priq.TYPE.classParameters(), Map.of("priority", priority), FACTS);
    }

    private static Settings none() {
        return Settings.of(List.of(), Map.of(), FACTS);
    }
}
