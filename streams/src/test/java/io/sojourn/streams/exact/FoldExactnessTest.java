// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.streams.fold.Closed;
import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.Folded;
import io.sojourn.streams.fold.Inventory;
import io.sojourn.streams.fold.InventoryTree;
import io.sojourn.streams.fold.NodeFold;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.QueueWindow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The fold against the definitions: every window of every size, field by field, and when it closes. */
final class FoldExactnessTest {
    private static final FoldRules RULES = FoldRules.defaults();

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 50);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyWindowIsWhatItsSamplesAreByDefinition(long seed) {
        Scenario scenario = Scenario.of(seed);
        scenario.eventsByNode().forEach((node, events) -> {
            NodeFold fold = new NodeFold(node, RULES, tree(scenario));
            NodeReference reference = new NodeReference(node, RULES, scenario.inventory(), scenario.values());
            for (Event event : events) {
                assertSame(node + " at " + where(event), reference.on(event), on(fold, event));
            }
            assertSame(node + " at its end", reference.flush(), fold.flush());
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void foldRestoredAnywhereGoesOnAsTheOneThatWasLost(long seed) {
        Scenario scenario = Scenario.of(seed);
        Random random = new Random(seed);
        scenario.eventsByNode().forEach((node, events) -> {
            NodeFold steady = new NodeFold(node, RULES, tree(scenario));
            Survivor fragile = new Survivor(node, RULES, tree(scenario));
            for (Event event : events) {
                assertThat(fragile.on(event)).as(node + " at " + where(event)).isEqualTo(on(steady, event));
                if (random.nextInt(20) == 0) {
                    fragile.restart();
                }
            }
            assertThat(fragile.flush()).isEqualTo(steady.flush());
        });
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void anyOrderWithinTheGraceGivesTheSame(long seed) {
        Scenario scenario = Scenario.inOrder(seed);
        scenario.eventsByNode().forEach((node, events) -> {
            Random random = new Random(seed);
            Map<Event, Long> arrival = new HashMap<>();
            // The grace of 2 s less what a second may lack at its start and the interval of a batch.
            events.forEach(event -> arrival.put(event, startMillis(event) + random.nextInt(1_500)));
            List<Event> shuffled = new ArrayList<>(events);
            shuffled.sort(Comparator.comparingLong(arrival::get));

            assertThat(shuffled).isNotEqualTo(events);
            assertThat(all(node, shuffled, scenario)).isEqualTo(all(node, events, scenario));
        });
    }

    /** What the other tests are worth: that all of it happens. */
    @Test
    void seedsHaveAllThatGoesWrong() {
        Set<String> seen = new TreeSet<>();
        seeds().limit(12).forEach(seed -> {
            Scenario scenario = Scenario.of(seed);
            scenario.eventsByNode().forEach((node, events) -> {
                NodeFold fold = new NodeFold(node, RULES, tree(scenario));
                for (Event event : events) {
                    Folded folded = on(fold, event);
                    seen.add(
                            event instanceof Event.Silence
                                    ? "silence"
                                    : folded.fate().toString());
                    seen.add("into "
                            + (folded.entry() == null ? 0 : folded.entry().sizeMillis()));
                    folded.closed()
                            .forEach(
                                    closed -> seen.add("closed " + closed.size().sizeMillis()));
                    folded.flowWindows().forEach(flows -> seen.add(flows.otherBytes() > 0 ? "others" : "top"));
                    folded.windows().forEach(window -> seen.add(window.lostBatches() > 0 ? "lost" : "whole"));
                }
            });
        });

        assertThat(seen)
                .contains("silence", "FOLDED", "DUPLICATE", "LATE", "CLOCK", "others", "lost")
                .contains("into 0", "into 1000", "into 10000", "into 60000", "into 300000", "into 3600000")
                .contains("closed 1000", "closed 10000", "closed 60000", "closed 300000", "closed 3600000");
    }

    private static List<Closed> all(String node, List<Event> events, Scenario scenario) {
        NodeFold fold = new NodeFold(node, RULES, tree(scenario));
        List<Closed> closed = new ArrayList<>();
        events.forEach(event -> closed.addAll(on(fold, event).closed()));
        closed.addAll(fold.flush().closed());
        return closed;
    }

    private static long startMillis(Event event) {
        return ((Event.Arrival) event).batch().startMillis();
    }

    private static Inventory tree(Scenario scenario) {
        InventoryTree tree = new InventoryTree();
        scenario.inventory().forEach(tree::put);
        return tree;
    }

    private static String where(Event event) {
        return event instanceof Event.Arrival arrival
                ? "sequence " + arrival.batch().sequence() + ", start "
                        + arrival.batch().startMillis()
                : event.toString();
    }

    static Folded on(NodeFold fold, Event event) {
        return event instanceof Event.Arrival arrival
                ? fold.accept(arrival.batch(), arrival.appendedMillis())
                : fold.idle(((Event.Silence) event).nowMillis());
    }

    static void assertSame(String where, NodeReference.Step expected, Folded got) {
        assertThat(got.fate()).as(where).isEqualTo(expected.fate());
        List<QueueWindow> windows = got.closed().stream()
                .flatMap(closed -> Stream.concat(closed.windows().stream(), closed.sums().stream()))
                .toList();
        assertThat(windows).as(where).hasSameSizeAs(expected.windows());
        for (int i = 0; i < windows.size(); i++) {
            Components.assertSame(where, expected.windows().get(i), windows.get(i));
        }
        List<FlowWindow> flows =
                got.closed().stream().map(Closed::flows).flatMap(List::stream).toList();
        assertThat(flows).as(where).isEqualTo(new ArrayList<>(expected.flowWindows()));
    }
}
