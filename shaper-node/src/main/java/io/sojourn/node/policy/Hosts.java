// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.classify.Prefix;
import io.sojourn.node.yaml.YamlSection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads {@code hosts}: sets of prefixes that rules call by name. */
final class Hosts {
    private static final int LIMIT = 10_000;

    private Hosts() {}

    static Map<String, List<Prefix>> read(YamlSection top) {
        Map<String, List<Prefix>> sets = new HashMap<>();
        YamlSection section = top.section("hosts");
        if (section == null) {
            return sets;
        }
        if (section.keys().size() > LIMIT) {
            top.problem("hosts", section.keys().size() + " sets", "at most " + LIMIT, "name fewer sets");
            return sets;
        }
        for (String name : section.keys()) {
            List<Prefix> prefixes = section.values(name, "write it as [10.1.0.0/16]", Prefixes::parse);
            if (!section.has(name)) {
                section.problem(section.at(name), "nothing", "a list of prefixes", "write it as [10.1.0.0/16]");
            }
            sets.put(name, prefixes);
        }
        return sets;
    }
}
