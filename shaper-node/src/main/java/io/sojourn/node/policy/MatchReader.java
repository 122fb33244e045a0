// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.classify.PacketFields;
import io.sojourn.engine.classify.Prefix;
import io.sojourn.engine.classify.Range;
import io.sojourn.engine.classify.Rule;
import io.sojourn.node.yaml.Mended;
import io.sojourn.node.yaml.Nearest;
import io.sojourn.node.yaml.YamlSection;
import io.sojourn.telemetry.OutOfRange;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads what a {@code match} says of packets. Every key takes one value or a list of them. */
final class MatchReader {
    private static final Set<String> KEYS = Set.of(
            "source",
            "destination",
            "hosts",
            "subscriber",
            "protocol",
            "sourcePort",
            "destinationPort",
            "dscp",
            "interface",
            "direction");
    private static final Map<String, Integer> PROTOCOLS =
            Map.of("icmp", 1, "tcp", 6, "udp", 17, "gre", 47, "esp", 50, "icmpv6", 58, "sctp", 132);
    private static final Map<String, Integer> DIRECTIONS =
            Map.of("in", PacketFields.INBOUND, "out", PacketFields.OUTBOUND);
    private static final Pattern NUMBER = Pattern.compile("0|[1-9][0-9]{0,8}");
    private static final String PORTS_MEND = "write one port, or a range as 5000-5100";
    private static final int INTERFACES = 4_096;

    private final Names names;

    /** What a match may call by name. */
    record Names(Map<String, List<Prefix>> hosts, Map<String, List<Prefix>> subscribers, List<String> interfaces) {
        static final Names NONE = new Names(Map.of(), Map.of(), List.of());
    }

    MatchReader(Names names) {
        this.names = names;
    }

    /** @param section null takes every packet */
    List<Rule> read(@Nullable YamlSection section, int result) {
        if (section == null) {
            return List.of(Rule.any(result));
        }
        section.allow(KEYS);
        String mend = "write it as 10.77.2.0/24" + (names.hosts().isEmpty() ? "" : " or as one of hosts");
        List<Prefix> sources = prefixes(section, "source", mend);
        List<Prefix> destinations = prefixes(section, "destination", mend);
        List<Prefix> either = either(section);
        Rule rule = new Rule(
                sources,
                destinations,
                section.values("protocol", "write tcp, udp or a number", MatchReader::protocol),
                section.values("sourcePort", PORTS_MEND, MatchReader::ports),
                section.values("destinationPort", PORTS_MEND, MatchReader::ports),
                section.values("dscp", "write af41, ef, cs1 or a number", MatchReader::dscp),
                section.values("interface", "write a name of interfaces or a number", this::interfaceNumber),
                section.values("direction", "write in or out", MatchReader::direction),
                result);
        return either.isEmpty() ? List.of(rule) : List.of(with(rule, either, List.of()), with(rule, List.of(), either));
    }

    private List<Prefix> prefixes(YamlSection section, String key, String mend) {
        return section.values(key, mend, this::hostsOrPrefix).stream()
                .flatMap(List::stream)
                .toList();
    }

    /** The addresses of which one end of a packet has to have one. */
    private List<Prefix> either(YamlSection section) {
        boolean both = section.has("hosts") && section.has("subscriber");
        boolean oneEnd = section.has("source") || section.has("destination");
        if (both || (oneEnd && (section.has("hosts") || section.has("subscriber")))) {
            section.problem(
                    section.path(),
                    String.join(", ", section.keys()),
                    "either one of hosts and subscriber, or source and destination",
                    "write two rules, or a source and a destination");
            return List.of();
        }
        List<List<Prefix>> hosts =
                section.values("hosts", "name one of hosts", (field, text) -> named(field, text, names.hosts()));
        List<List<Prefix>> subscribers = section.values(
                "subscriber", "name one of subscribers", (field, text) -> named(field, text, names.subscribers()));
        return (hosts.isEmpty() ? subscribers : hosts)
                .stream().flatMap(List::stream).toList();
    }

    private static Rule with(Rule rule, List<Prefix> sources, List<Prefix> destinations) {
        return new Rule(
                sources,
                destinations,
                rule.protocols(),
                rule.sourcePorts(),
                rule.destinationPorts(),
                rule.dscps(),
                rule.interfaces(),
                rule.directions(),
                rule.result());
    }

    private List<Prefix> hostsOrPrefix(String field, String text) {
        List<Prefix> set = names.hosts().get(text);
        return set != null ? set : List.of(Prefixes.parse(field, text));
    }

    private static List<Prefix> named(String field, String text, Map<String, List<Prefix>> sets) {
        List<Prefix> set = sets.get(text);
        if (set == null) {
            String key = field.substring(field.lastIndexOf('.') + 1);
            String all = key.startsWith("hosts") ? "hosts" : "subscribers";
            throw new Mended(
                    text,
                    "one of the file's " + all,
                    Nearest.hint(text, sets.keySet()).orElse("add it to " + all + ", or name another"));
        }
        return set;
    }

    private static Range protocol(String field, String text) {
        Integer known = PROTOCOLS.get(text.toLowerCase(Locale.ROOT));
        if (known == null && !isNumber(text, 255)) {
            String mend = Nearest.hint(text, PROTOCOLS.keySet()).orElse("write tcp, udp or a number");
            throw new Mended(text, "a protocol by name or from 0 to 255", mend);
        }
        return Range.of(known != null ? known : number(field, text, 255));
    }

    /** One port, or a range of them as 5000-5100. */
    private static Range ports(String field, String text) {
        int dash = text.indexOf('-');
        if (dash < 0) {
            return Range.of(number(field, text, 65_535));
        }
        String low = text.substring(0, dash).strip();
        String high = text.substring(dash + 1).strip();
        if (!isNumber(low, 65_535) || !isNumber(high, 65_535)) {
            throw new OutOfRange(field, text, "a port from 0 to 65535, or two with - between them");
        }
        if (Integer.parseInt(low) > Integer.parseInt(high)) {
            throw new Mended(text, "the lower port before the higher", "write " + high + "-" + low);
        }
        return new Range(Integer.parseInt(low), Integer.parseInt(high));
    }

    private static Range dscp(String field, String text) {
        Integer known = Dscp.named(text);
        return Range.of(known != null ? known : number(field, text, 63));
    }

    private Range interfaceNumber(String field, String text) {
        int place = names.interfaces().indexOf(text);
        if (place < 0 && !isNumber(text, INTERFACES - 1)) {
            String mend = Nearest.hint(text, names.interfaces()).orElse("add it to interfaces, or write a number");
            throw new Mended(text, "one of interfaces, or a number from 0 to " + (INTERFACES - 1), mend);
        }
        return Range.of(place >= 0 ? place : number(field, text, INTERFACES - 1));
    }

    private static Range direction(String field, String text) {
        Integer known = DIRECTIONS.get(text);
        if (known == null) {
            throw new OutOfRange(field, text, "in or out");
        }
        return Range.of(known);
    }

    private static int number(String field, String text, int most) {
        if (!isNumber(text, most)) {
            String plain = text.replaceFirst("^0+(?=[0-9])", "");
            String bound = "a whole number from 0 to " + most;
            if (isNumber(plain, most)) {
                throw new Mended(text, bound + " without a 0 before it", "write " + plain);
            }
            throw new OutOfRange(field, text, bound);
        }
        return Integer.parseInt(text);
    }

    /** Decimal, and without leading zeros: elsewhere those mean that a number is octal. */
    private static boolean isNumber(String text, int most) {
        return NUMBER.matcher(text).matches() && Integer.parseInt(text) <= most;
    }
}
