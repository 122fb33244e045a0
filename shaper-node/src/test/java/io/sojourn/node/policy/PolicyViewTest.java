// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Settings;
import io.sojourn.engine.shape.Tbf;
import io.sojourn.node.policy.PolicyView.HostSet;
import io.sojourn.node.policy.PolicyView.Place;
import io.sojourn.node.policy.PolicyView.Subscriber;
import io.sojourn.node.policy.PolicyView.Value;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What people and programs are shown of a policy is what is in force. */
class PolicyViewTest {
    private static final String FILE = """
            node: n
            hosts: { caches: [192.0.2.0/24, "2001:db8::/32"] }
            interfaces: [wan0, lan0]
            links:
              - name: tree
                rate: 100Mbit
                scheduler: htb
                classes:
                  - name: a
                    rate: 20Mbit
                    meters: [ { discipline: policer, rate: 10Mbit } ]
                    queue: { discipline: dualpi2, limitBytes: 131072B }
                  - { name: b, rate: 8Mbit, quantum: 3000B, queue: fifo }
              - name: flat
                rate: 8Mbit
                meters: [ { discipline: policer, rate: 10Mbit } ]
                queue: codel
                bounds: { rate: [4Mbit, 8Mbit] }
              - name: shared
                scheduler: { discipline: cbq, rate: 10Mbit, classes: [ { name: c, rate: 2Mbit, queue: fifo } ] }
            subscribers:
              - { name: anna, plan: gold, addresses: [203.0.113.10], class: a }
              - { name: bela, addresses: [203.0.113.32/29, 203.0.113.64/29], class: b }
            default: b
            """;

    private final PolicyView view = Policy.parse("test", FILE).view();

    @Test
    void linksOwnShaperHasTheBurstThatTheShaperHasByItself() {
        Settings alone =
                Settings.of(Tbf.TYPE.parameters(), Map.of("rate", 100_000_000L), new LinkFacts(100_000_000, 1_514));

        Value burst = value(place("shaper", 0), "burst");

        assertThat(burst.value()).isEqualTo(alone.value(Tbf.BURST)).isEqualTo(50_000L);
        assertThat(burst.isComputed()).isTrue();
    }

    @Test
    void whatASchedulerComputesForItsClassesIsShown() {
        // tc-htb(8): rate in bytes over r2q, which is 10, and at most 200 000.
        assertThat(value(place("class", 0), "quantum"))
                .isEqualTo(new Value("quantum", "200kB", 200_000L, "bytes", true));
        assertThat(value(place("class", 1), "quantum").isComputed()).isFalse();
        assertThat(place("class", 1).values())
                .filteredOn(v -> v.name().equals("quantum"))
                .hasSize(1);
        assertThat(value(place("class", 2), "maxBurst").text()).isEqualTo("16p");
    }

    @Test
    void valuesAreNumbersOfTheirUnitBesideTheText() {
        Place queue = place("queue", 0);

        assertThat(value(queue, "limitBytes"))
                .isEqualTo(new Value("limitBytes", "131.072kB", 131_072L, "bytes", false));
        assertThat(value(queue, "target").value()).isEqualTo(15_000_000L);
        assertThat(value(queue, "target").unit()).isEqualTo("nanos");
        assertThat(value(queue, "beta").text()).isEqualTo("3.2");
        assertThat(value(queue, "beta").value()).hasToString("3.2");
        assertThat(value(queue, "classicShare").text()).isEqualTo("10%");
    }

    @Test
    void metersStandBesideTheQueueOfALinkAsOfAClass() {
        Place link = view.links().get(1).below().get(0);

        assertThat(place("class", 0).below()).extracting(Place::kind).containsExactly("meter", "queue");
        assertThat(link.below()).extracting(Place::kind).containsExactly("meter", "queue");
    }

    @Test
    void boundsAreThereGivenOrNot() {
        Place own = place("bounds", 2);
        Place usual = place("bounds", 1);

        assertThat(value(own, "rate"))
                .isEqualTo(
                        new Value("rate", "[4Mbit, 8Mbit]", List.of(4_000_000L, 8_000_000L), "bitsPerSecond", false));
        assertThat(value(usual, "rate").isComputed()).isTrue();
        assertThat(value(usual, "rate").text()).isEqualTo("[4Mbit, 8Mbit]");
        assertThat(value(usual, "target").text()).isEqualTo("[500us, 1s]");
    }

    @Test
    void namesOfTheFileAreThere() {
        assertThat(view.hosts()).containsExactly(new HostSet("caches", List.of("192.0.2.0/24", "2001:db8::/32")));
        assertThat(view.interfaces()).containsExactly("wan0", "lan0");
        assertThat(view.subscribers())
                .containsExactly(
                        new Subscriber("anna", "gold", List.of("203.0.113.10"), "a"),
                        new Subscriber("bela", null, List.of("203.0.113.32/29", "203.0.113.64/29"), "b"));
    }

    private Place place(String kind, int number) {
        return view.links().stream()
                .flatMap(PolicyViewTest::all)
                .filter(place -> place.kind().equals(kind))
                .toList()
                .get(number);
    }

    private static Stream<Place> all(Place place) {
        return Stream.concat(Stream.of(place), place.below().stream().flatMap(PolicyViewTest::all));
    }

    private static Value value(Place place, String name) {
        return place.values().stream()
                .filter(value -> value.name().equals(name))
                .findFirst()
                .orElseThrow();
    }
}
