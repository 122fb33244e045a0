// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.classify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClassifierTest {
    private static final int NO_MATCH = -7;

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void compiledRulesAgreeWithTryingOneAfterTheOther(long seed) {
        Random random = new Random(seed);
        List<Rule> rules = RandomRules.rules(random, 1 + random.nextInt(300));
        Classifier classifier = Classifier.compile(rules, NO_MATCH, 64);
        PacketFields packet = new PacketFields();
        for (int i = 0; i < 5000; i++) {
            RandomRules.fill(packet, random, rules);
            assertThat(classifier.classify(packet)).isEqualTo(firstMatch(rules, packet));
            assertThat(classifier.classify(packet)).as("asked again").isEqualTo(firstMatch(rules, packet));
        }
    }

    @Test
    void firstOfTwoRulesThatTakeAPacketWins() {
        Prefix ten = new Prefix(4, 0, 10L << 24, 8);
        List<Rule> rules = List.of(
                RandomRules.withDestinationPort(Rule.any(1), 443),
                RandomRules.withDestination(Rule.any(2), ten),
                Rule.any(3));
        Classifier classifier = Classifier.compile(rules, NO_MATCH);
        PacketFields packet = new PacketFields();
        packet.ipVersion = 4;
        packet.destinationLow = (10L << 24) + 5;
        packet.destinationPort = 443;
        assertThat(classifier.classify(packet)).isEqualTo(1);
        packet.destinationPort = 80;
        assertThat(classifier.classify(packet)).isEqualTo(2);
        packet.destinationLow = (11L << 24);
        assertThat(classifier.classify(packet)).isEqualTo(3);
    }

    @Test
    void packetWithoutPortsIsTakenOnlyByRulesThatNameNone() {
        List<Rule> rules = List.of(RandomRules.withDestinationPorts(Rule.any(1), new Range(0, 65_535)), Rule.any(2));
        Classifier classifier = Classifier.compile(rules, NO_MATCH);
        PacketFields packet = new PacketFields();
        packet.ipVersion = 4;
        assertThat(classifier.classify(packet)).isEqualTo(2);
        packet.destinationPort = 0;
        assertThat(classifier.classify(packet)).isEqualTo(1);
    }

    @Test
    void noRulesGiveNoMatch() {
        PacketFields packet = new PacketFields();
        packet.ipVersion = 6;
        assertThat(Classifier.compile(List.of(), NO_MATCH).classify(packet)).isEqualTo(NO_MATCH);
    }

    @Test
    void fieldsOfAnyValueNeverThrow() {
        Random random = new Random(3);
        Classifier classifier = Classifier.compile(RandomRules.rules(random, 200), NO_MATCH, 1);
        PacketFields packet = new PacketFields();
        for (int i = 0; i < 20_000; i++) {
            packet.ipVersion = random.nextInt();
            packet.sourceHigh = random.nextLong();
            packet.sourceLow = random.nextLong();
            packet.destinationHigh = random.nextLong();
            packet.destinationLow = random.nextLong();
            packet.protocol = random.nextInt();
            packet.sourcePort = random.nextInt();
            packet.destinationPort = random.nextInt();
            packet.tos = random.nextInt();
            packet.interfaceNumber = random.nextInt();
            packet.direction = random.nextInt();
            classifier.classify(packet);
        }
    }

    @Test
    void ruleWithTooManyCombinationsIsRefusedByNumber() {
        List<Prefix> hosts = new ArrayList<>();
        for (int i = 0; i < 1001; i++) {
            hosts.add(new Prefix(4, 0, i * 4L, 32));
        }
        Rule any = Rule.any(1);
        Rule pairs = new Rule(
                hosts,
                hosts,
                any.protocols(),
                any.sourcePorts(),
                any.destinationPorts(),
                any.dscps(),
                any.interfaces(),
                any.directions(),
                1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Classifier.compile(List.of(pairs), NO_MATCH))
                .withMessageContaining("rule 0 makes more than 1000000 combinations");
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4})
    void ruleThatCoversAnotherTakesEveryPacketTheOtherTakes(long seed) {
        Random random = new Random(seed);
        List<Rule> rules = RandomRules.rules(random, 60);
        PacketFields packet = new PacketFields();
        for (int i = 0; i < 3000; i++) {
            RandomRules.fill(packet, random, rules);
            for (Rule wide : rules) {
                for (Rule narrow : rules.subList(0, 10)) {
                    if (wide.covers(narrow) && narrow.matches(packet)) {
                        assertThat(wide.matches(packet)).isTrue();
                    }
                }
            }
        }
    }

    private static int firstMatch(List<Rule> rules, PacketFields packet) {
        for (Rule rule : rules) {
            if (rule.matches(packet)) {
                return rule.result();
            }
        }
        return NO_MATCH;
    }
}
