// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.classify;

import java.util.List;
import java.util.function.BiPredicate;

/**
 * Which packets a rule takes, and what it says of them. A list that is empty is not looked at; of a list that is not, one
 * entry has to match. A rule that names ports takes no packet without ports.
 *
 * @param dscps differentiated services code points (RFC 2474), 0 to 63
 * @param interfaces the caller's numbers, 0 to 4095
 * @param directions {@link PacketFields#INBOUND}, {@link PacketFields#OUTBOUND}
 * @param result the caller's own; given back by {@link Classifier#classify}
 */
public record Rule(
        List<Prefix> sources,
        List<Prefix> destinations,
        List<Range> protocols,
        List<Range> sourcePorts,
        List<Range> destinationPorts,
        List<Range> dscps,
        List<Range> interfaces,
        List<Range> directions,
        int result) {

    public Rule {
        sources = List.copyOf(sources);
        destinations = List.copyOf(destinations);
        protocols = List.copyOf(protocols);
        sourcePorts = List.copyOf(sourcePorts);
        destinationPorts = List.copyOf(destinationPorts);
        dscps = List.copyOf(dscps);
        interfaces = List.copyOf(interfaces);
        directions = List.copyOf(directions);
    }

    /** Takes every packet. */
    public static Rule any(int result) {
        List<Prefix> anyAddress = List.of();
        List<Range> anyNumber = List.of();
        return new Rule(
                anyAddress, anyAddress, anyNumber, anyNumber, anyNumber, anyNumber, anyNumber, anyNumber, result);
    }

    /** Whether every packet that {@code other} takes is taken by this rule. */
    public boolean covers(Rule other) {
        return covers(sources, other.sources, Prefix::covers)
                && covers(destinations, other.destinations, Prefix::covers)
                && covers(protocols, other.protocols, Range::covers)
                && covers(sourcePorts, other.sourcePorts, Range::covers)
                && covers(destinationPorts, other.destinationPorts, Range::covers)
                && covers(dscps, other.dscps, Range::covers)
                && covers(interfaces, other.interfaces, Range::covers)
                && covers(directions, other.directions, Range::covers);
    }

    /** Tries the rule as it is written: what a compiled classifier has to agree with. */
    public boolean matches(PacketFields packet) {
        return matches(sources, packet.ipVersion, packet.sourceHigh, packet.sourceLow)
                && matches(destinations, packet.ipVersion, packet.destinationHigh, packet.destinationLow)
                && matches(protocols, packet.protocol)
                && matches(sourcePorts, packet.sourcePort)
                && matches(destinationPorts, packet.destinationPort)
                && matches(dscps, packet.tos >> 2)
                && matches(interfaces, packet.interfaceNumber)
                && matches(directions, packet.direction);
    }

    private static boolean matches(List<Prefix> prefixes, int version, long high, long low) {
        for (Prefix prefix : prefixes) {
            if (prefix.contains(version, high, low)) {
                return true;
            }
        }
        return prefixes.isEmpty();
    }

    private static boolean matches(List<Range> ranges, int value) {
        for (Range range : ranges) {
            if (range.low() <= value && value <= range.high()) {
                return true;
            }
        }
        return ranges.isEmpty();
    }

    private static <T> boolean covers(List<T> mine, List<T> others, BiPredicate<T, T> covers) {
        return mine.isEmpty()
                || (!others.isEmpty()
                        && others.stream().allMatch(other -> mine.stream().anyMatch(own -> covers.test(own, other))));
    }
}
