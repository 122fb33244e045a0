// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.DisciplineType.QueueType;
import io.sojourn.engine.link.Registry;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.QueueSettings;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class DisciplinesTest {
    static Stream<QueueType> queues() {
        return Registry.types(QueueType.class).stream();
    }

    @ParameterizedTest
    @MethodSource("queues")
    void everyQueueOfTheEngineHasANameOfItsOwnOnTheWire(QueueType type) {
        Set<Discipline> others = queues().filter(other -> !other.equals(type))
                .map(other -> Disciplines.onWire(other, true))
                .collect(Collectors.toSet());

        assertThat(Disciplines.onWire(type, true))
                .isNotEqualTo(Discipline.UNKNOWN)
                .isNotIn(others);
    }

    @ParameterizedTest
    @EnumSource
    void settingsNameAQueueExactlyWhenTheyMayAndItIsNoPolicer(Discipline discipline) {
        assertThat(Disciplines.queue(discipline).isPresent())
                .isEqualTo(discipline.isSettable() && discipline != Discipline.POLICER);
    }

    @Test
    void whatSettingsMayNameIsSaidInWords() {
        Set<Discipline> settable = EnumSet.noneOf(Discipline.class);
        for (String word : Discipline.settable().split(", | or ", -1)) {
            settable.add(Discipline.valueOf(word));
        }

        assertThat(Stream.of(Discipline.values()).filter(Discipline::isSettable))
                .containsExactlyInAnyOrderElementsOf(settable);
    }

    @Test
    void queuesOfAPolicyAreToldByNameWithTheirRateLimitAndTarget() {
        Policy policy = Policy.parse("test", """
                node: n
                links:
                  - name: wan
                    rate: 20Mbit
                    scheduler: htb
                    classes:
                      - { name: a, rate: 5Mbit, queue: { discipline: pie, target: 20ms, limit: 300p } }
                      - { name: b, rate: 5Mbit, queue: wred }
                  - { name: lan, queue: { discipline: cake, rate: 10Mbit } }
                default: a
                """);

        QueueSettings pie = policy.queues().get(0).settings();
        assertThat(pie.discipline()).isEqualTo(Discipline.PIE);
        assertThat(pie.rateBitsPerSecond()).isEqualTo(5_000_000);
        assertThat(pie.targetMicros()).isEqualTo(20_000);
        assertThat(pie.limitPackets()).isEqualTo(300);
        assertThat(policy.queues().get(1).settings().discipline()).isEqualTo(Discipline.WRED);
        QueueSettings cake = policy.queues().get(2).settings();
        assertThat(cake.discipline()).isEqualTo(Discipline.CAKE);
        assertThat(cake.rateBitsPerSecond()).isEqualTo(10_000_000);
    }
}
