// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.classify;

import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/** Turns the fields of a packet into small whole numbers: in each dimension, the interval between the cuts of all rules. */
final class Ranks {
    static final int DIMENSIONS = 8;

    private static final int SOURCE = 0;
    private static final int DESTINATION = 1;
    private static final int PROTOCOL = 2;
    private static final int SOURCE_PORT = 3;
    private static final int DESTINATION_PORT = 4;
    private static final int DSCP = 5;
    private static final int INTERFACE = 6;
    private static final int DIRECTION = 7;

    private final AddressIntervals sources;
    private final AddressIntervals destinations;
    private final NumberIntervals protocols;
    private final NumberIntervals sourcePorts;
    private final NumberIntervals destinationPorts;
    private final NumberIntervals dscps;
    private final NumberIntervals interfaces;
    private final NumberIntervals directions;

    Ranks(List<Rule> rules, int ipVersion) {
        sources = addresses(rules, ipVersion, Rule::sources);
        destinations = addresses(rules, ipVersion, Rule::destinations);
        protocols = numbers(rules, 0, 255, Rule::protocols);
        sourcePorts = numbers(rules, PacketFields.NO_PORT, 65_535, Rule::sourcePorts);
        destinationPorts = numbers(rules, PacketFields.NO_PORT, 65_535, Rule::destinationPorts);
        dscps = numbers(rules, 0, 63, Rule::dscps);
        interfaces = numbers(rules, 0, 4095, Rule::interfaces);
        directions = numbers(rules, PacketFields.INBOUND, PacketFields.OUTBOUND, Rule::directions);
    }

    /** Highest rank in each dimension. */
    int[] highest() {
        return new int[] {
            sources.size() - 1,
            destinations.size() - 1,
            protocols.size() - 1,
            sourcePorts.size() - 1,
            destinationPorts.size() - 1,
            dscps.size() - 1,
            interfaces.size() - 1,
            directions.size() - 1
        };
    }

    int rank(int dimension, PacketFields packet) {
        return switch (dimension) {
            case SOURCE -> sources.of(packet.sourceHigh, packet.sourceLow);
            case DESTINATION -> destinations.of(packet.destinationHigh, packet.destinationLow);
            case PROTOCOL -> protocols.of(packet.protocol);
            case SOURCE_PORT -> sourcePorts.of(packet.sourcePort);
            case DESTINATION_PORT -> destinationPorts.of(packet.destinationPort);
            case DSCP -> dscps.of(packet.tos >> 2);
            case INTERFACE -> interfaces.of(packet.interfaceNumber);
            default -> directions.of(packet.direction);
        };
    }

    /** What a rule allows in each dimension; nothing in one of them when it takes no packet of this IP version. */
    List<List<Range>> alternatives(Rule rule, int ipVersion) {
        int[] highest = highest();
        return List.of(
                addresses(rule.sources(), ipVersion, sources),
                addresses(rule.destinations(), ipVersion, destinations),
                numbers(rule.protocols(), protocols, highest[PROTOCOL]),
                numbers(rule.sourcePorts(), sourcePorts, highest[SOURCE_PORT]),
                numbers(rule.destinationPorts(), destinationPorts, highest[DESTINATION_PORT]),
                numbers(rule.dscps(), dscps, highest[DSCP]),
                numbers(rule.interfaces(), interfaces, highest[INTERFACE]),
                numbers(rule.directions(), directions, highest[DIRECTION]));
    }

    private static List<Range> addresses(List<Prefix> prefixes, int ipVersion, AddressIntervals intervals) {
        if (prefixes.isEmpty()) {
            return List.of(new Range(0, intervals.size() - 1));
        }
        return prefixes.stream()
                .filter(prefix -> prefix.ipVersion() == ipVersion)
                .map(intervals::of)
                .toList();
    }

    private static List<Range> numbers(List<Range> ranges, NumberIntervals intervals, int highest) {
        return ranges.isEmpty()
                ? List.of(new Range(0, highest))
                : ranges.stream().map(intervals::of).toList();
    }

    private static AddressIntervals addresses(List<Rule> rules, int ipVersion, Function<Rule, List<Prefix>> of) {
        Stream<Prefix> prefixes = rules.stream().flatMap(rule -> of.apply(rule).stream());
        return new AddressIntervals(
                ipVersion,
                prefixes.filter(prefix -> prefix.ipVersion() == ipVersion).toList());
    }

    private static NumberIntervals numbers(List<Rule> rules, int least, int most, Function<Rule, List<Range>> of) {
        return new NumberIntervals(
                least,
                most,
                rules.stream().flatMap(rule -> of.apply(rule).stream()).toList());
    }
}
