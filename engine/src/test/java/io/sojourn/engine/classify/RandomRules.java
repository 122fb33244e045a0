// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.classify;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;

/** Rules and packets that meet often: few different addresses, ports and code points. */
final class RandomRules {
    private RandomRules() {}

    static List<Rule> rules(Random random, int count) {
        List<Rule> rules = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rules.add(new Rule(
                    some(random, 2, () -> prefix(random)),
                    some(random, 2, () -> prefix(random)),
                    some(random, 2, () -> Range.of(random.nextBoolean() ? 6 : 17)),
                    some(random, 1, () -> range(random, 65_535)),
                    some(random, 3, () -> range(random, 65_535)),
                    some(random, 1, () -> range(random, 63)),
                    some(random, 1, () -> range(random, 7)),
                    some(random, 1, () -> Range.of(random.nextInt(2))),
                    i));
        }
        return rules;
    }

    /** Half the packets are made to fit some rule's addresses. */
    static void fill(PacketFields packet, Random random, List<Rule> rules) {
        packet.ipVersion = random.nextBoolean() ? 4 : 6;
        Prefix source = prefix(random);
        Prefix destination = prefix(random);
        Rule rule = rules.get(random.nextInt(rules.size()));
        if (random.nextBoolean() && !rule.sources().isEmpty()) {
            source = rule.sources().get(0);
        }
        if (random.nextBoolean() && !rule.destinations().isEmpty()) {
            destination = rule.destinations().get(0);
        }
        packet.ipVersion = source.ipVersion();
        packet.sourceHigh = source.high();
        packet.sourceLow = source.low() + random.nextInt(3);
        packet.destinationHigh = packet.ipVersion == 4 ? 0 : destination.high();
        packet.destinationLow = packet.ipVersion == 4 ? destination.low() & 0xffff_ffffL : destination.low();
        packet.protocol = random.nextBoolean() ? 6 : random.nextInt(256);
        packet.sourcePort = random.nextInt(9) == 0 ? PacketFields.NO_PORT : random.nextInt(65_536);
        packet.destinationPort = random.nextInt(9) == 0 ? PacketFields.NO_PORT : random.nextInt(65_536);
        packet.tos = random.nextInt(256);
        packet.interfaceNumber = random.nextInt(8);
        packet.direction = random.nextInt(2);
    }

    static Rule withDestination(Rule rule, Prefix prefix) {
        return new Rule(
                rule.sources(),
                List.of(prefix),
                rule.protocols(),
                rule.sourcePorts(),
                rule.destinationPorts(),
                rule.dscps(),
                rule.interfaces(),
                rule.directions(),
                rule.result());
    }

    static Rule withDestinationPort(Rule rule, int port) {
        return withDestinationPorts(rule, Range.of(port));
    }

    static Rule withDestinationPorts(Rule rule, Range ports) {
        return new Rule(
                rule.sources(),
                rule.destinations(),
                rule.protocols(),
                rule.sourcePorts(),
                List.of(ports),
                rule.dscps(),
                rule.interfaces(),
                rule.directions(),
                rule.result());
    }

    static Prefix prefix(Random random) {
        int depth = random.nextInt(4);
        if (random.nextInt(3) > 0) {
            int lengthBits = List.of(0, 8, 24, 32).get(depth);
            long address = (10L << 24) + ((long) random.nextInt(3) << 8) + random.nextInt(4);
            return new Prefix(
                    4,
                    0,
                    lengthBits == 0 ? 0 : address & (0xffff_ffffL << (32 - lengthBits)) & 0xffff_ffffL,
                    lengthBits);
        }
        int lengthBits = List.of(0, 48, 64, 128).get(depth);
        long high = lengthBits == 0 ? 0 : 0x2001_0db8_0000_0000L + (lengthBits == 48 ? 0 : random.nextInt(3));
        return new Prefix(6, high, lengthBits == 128 ? random.nextInt(4) : 0, lengthBits);
    }

    private static Range range(Random random, int most) {
        int low = random.nextInt(most + 1);
        return new Range(low, low + random.nextInt(most + 1 - low));
    }

    private static <T> List<T> some(Random random, int most, Supplier<T> one) {
        List<T> some = new ArrayList<>();
        for (int i = random.nextInt(3) == 0 ? 1 + random.nextInt(most) : 0; i > 0; i--) {
            some.add(one.get());
        }
        return some;
    }
}
