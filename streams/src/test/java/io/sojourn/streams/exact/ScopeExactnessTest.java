// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.streams.fold.FoldRules;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.WindowFigures;
import java.lang.reflect.RecordComponent;
import java.util.Collection;
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

/**
 * Links, sites, subscribers and groups over several nodes against the definitions: every window of every size, field by
 * field, while parts come late, nodes and parents fall silent, and the folds of both are lost and made again.
 */
final class ScopeExactnessTest {
    private static final FoldRules RULES = FoldRules.defaults();
    private static final FoldRules WAITING = RULES.waiting(5_000);

    /** A parent has no limit of its own. */
    private static final String NO_LIMIT = "backlogLimitRatio";

    static LongStream seeds() {
        return LongStream.rangeClosed(1, 50);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void everyWindowOfAParentIsWhatTheSamplesOfItsQueuesAreByDefinition(long seed) {
        Scenario scenario = Scenario.spread(seed);
        FoldedScopes folds = new FoldedScopes(scenario, RULES, WAITING);
        DefinedScopes definitions = new DefinedScopes(scenario, RULES, WAITING);
        Random random = new Random(seed);
        for (Scenario.NodeEvent event : scenario.events()) {
            assertSame(event.node(), definitions.on(event), folds.on(event));
            if (random.nextInt(300) == 0) {
                long nowMillis = event.event().atMillis() + random.nextInt(60_000);
                assertSame("silence", definitions.silence(nowMillis), folds.silence(nowMillis));
            }
            if (random.nextInt(60) == 0) {
                folds.restart();
            }
        }
        for (String node : scenario.eventsByNode().keySet()) {
            assertSame("the end of " + node, definitions.flush(node), folds.flush(node));
        }
        assertSame("the end", definitions.silence(Long.MAX_VALUE), folds.silence(Long.MAX_VALUE));
        assertThat(folds.lateParts()).isEqualTo(definitions.lateParts());
    }

    private static void assertSame(
            String where,
            Map<FoldedScopes.Parent, List<Map<String, Object>>> expected,
            Map<FoldedScopes.Parent, List<QueueWindow>> got) {
        assertThat(got.keySet()).as(where).isEqualTo(expected.keySet());
        expected.forEach((parent, windows) -> {
            List<QueueWindow> own = got.get(parent);
            assertThat(own).as(where + ": " + parent).hasSameSizeAs(windows);
            for (int i = 0; i < own.size(); i++) {
                Components.assertSame(where, windows.get(i), own.get(i));
            }
        });
    }

    /** What the test is worth: that all of it happens, and that every figure is there at times. */
    @Test
    void seedsHaveParentsOfAllKindsAndSizesAndEveryFigure() {
        Set<String> seen = new TreeSet<>();
        seeds().limit(12).forEach(seed -> {
            Scenario scenario = Scenario.spread(seed);
            FoldedScopes folds = new FoldedScopes(scenario, RULES, WAITING);
            scenario.events().forEach(event -> note(seen, folds.on(event).values()));
            scenario.eventsByNode()
                    .keySet()
                    .forEach(node -> note(seen, folds.flush(node).values()));
            note(seen, folds.silence(Long.MAX_VALUE).values());
            seen.add(folds.lateParts() > 0 ? "late parts" : "no late part");
        });

        assertThat(seen)
                .contains("late parts", "lost", "several nodes", "capacity", "LINK", "SITE", "SUBSCRIBER", "GROUP")
                .contains("1000 ms", "10000 ms", "60000 ms", "300000 ms", "3600000 ms", "null fairnessRatio")
                .contains("A+", "A", "B", "C", "D", "RTT", "sojourn");
        List<String> figures = Stream.of(WindowFigures.class.getRecordComponents())
                .map(RecordComponent::getName)
                .toList();
        assertThat(figures)
                .filteredOn(figure -> !seen.contains(figure))
                .as("never there")
                .containsExactly(NO_LIMIT);
    }

    private static void note(Set<String> seen, Collection<List<QueueWindow>> closed) {
        closed.forEach(windows -> windows.forEach(window -> {
            WindowFigures figures = window.figures();
            seen.add(window.scope().name());
            seen.add(window.sizeMillis() + " ms");
            seen.add(window.lostBatches() > 0 ? "lost" : "whole");
            seen.add(window.linkBitsPerSecond() == null ? "no capacity" : "capacity");
            seen.add(window.queueMillis() > 2 * window.coveredMillis() ? "several nodes" : "few queues");
            Components.of(figures).forEach((name, value) -> seen.add(value == null ? "null " + name : name));
            seen.add(String.valueOf(figures.bloatGrade()));
            String scale = String.valueOf(figures.bloatScale());
            seen.add(scale.contains("RTT") ? "RTT" : scale.contains("sojourn") ? "sojourn" : "no scale");
        }));
    }
}
