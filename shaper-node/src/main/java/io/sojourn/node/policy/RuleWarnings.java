// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.classify.Prefix;
import io.sojourn.engine.classify.Range;
import io.sojourn.engine.classify.Rule;
import io.sojourn.node.yaml.YamlProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Finds rules that no packet can match, since what they ask for never comes together. */
final class RuleWarnings {
    private static final int ICMP = 1;
    private static final int ICMPV6 = 58;
    /** TCP and UDP: of others a packet is read without ports. */
    private static final Set<Integer> WITH_PORTS = Set.of(6, 17);

    private RuleWarnings() {}

    static List<YamlProblem> of(List<FileRule> rules) {
        List<YamlProblem> warnings = new ArrayList<>();
        for (FileRule rule : rules) {
            String reason = null;
            for (Rule alternative : rule.alternatives()) {
                reason = clash(alternative);
                if (reason == null) {
                    break;
                }
            }
            if (reason != null) {
                warnings.add(new YamlProblem(
                        rule.path(),
                        rule.match(),
                        "one that a packet can match: " + reason,
                        "mend it, or take it away"));
            }
        }
        return warnings;
    }

    /** Why no packet matches; null when one can. */
    private static @Nullable String clash(Rule rule) {
        boolean hasPorts =
                !rule.sourcePorts().isEmpty() || !rule.destinationPorts().isEmpty();
        if (hasPorts && isNever(rule.protocols(), WITH_PORTS)) {
            return "only those of TCP and UDP are read with ports";
        }
        boolean canBeV4 = isOf(rule.sources(), 4) && isOf(rule.destinations(), 4);
        boolean canBeV6 = isOf(rule.sources(), 6) && isOf(rule.destinations(), 6);
        if (!canBeV4 && !canBeV6) {
            return "source and destination are of one IP version";
        }
        if (!canBeV4 && isOnly(rule.protocols(), ICMP)) {
            return "ICMP of IPv6 is icmpv6";
        }
        return !canBeV6 && isOnly(rule.protocols(), ICMPV6) ? "ICMP of IPv4 is icmp" : null;
    }

    /** Whether packets of an IP version can match a list of prefixes. */
    private static boolean isOf(List<Prefix> prefixes, int ipVersion) {
        return prefixes.isEmpty() || prefixes.stream().anyMatch(prefix -> prefix.ipVersion() == ipVersion);
    }

    private static boolean isNever(List<Range> protocols, Set<Integer> wanted) {
        return !protocols.isEmpty()
                && protocols.stream().allMatch(range -> wanted.stream()
                        .noneMatch(protocol -> range.low() <= protocol && protocol <= range.high()));
    }

    private static boolean isOnly(List<Range> protocols, int protocol) {
        return !protocols.isEmpty()
                && protocols.stream().allMatch(range -> range.low() == protocol && range.high() == protocol);
    }
}
