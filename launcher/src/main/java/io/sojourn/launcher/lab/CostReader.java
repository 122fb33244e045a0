// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import io.sojourn.node.yaml.Quantity;
import io.sojourn.node.yaml.YamlSection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a scenario of the kind {@code forwarding-cost}. */
final class CostReader {
    /** Name of its one case. */
    static final String CASE = "cost";

    private static final Parameter PACKETS =
            Parameter.of("packets", Unit.COUNT, 1_000, 10_000_000, 200_000, "forwarded in each round");
    private static final Parameter RULES =
            Parameter.of("rules", Unit.COUNT, 1, 10_000, 1, "lengths of the lists of rules, ascending from 1");

    static final List<Parameter> KEYS = List.of(PACKETS);

    private CostReader() {}

    static @Nullable CostCase read(YamlSection top) {
        int before = top.problems();
        Settings settings = Keys.read(top, KEYS, "scenario", "title", "kind", "rules");
        top.problemIfMissing("rules", "write it as [1, 16, 100]");
        List<Integer> rules = top.values("rules", "write it as [1, 16, 100]", (field, text) ->
                (Integer) (int) Quantity.parse(RULES, field, text));
        if (top.problems() > before) {
            return null;
        }
        boolean ascends = rules.get(0) == 1;
        for (int i = 1; i < rules.size(); i++) {
            ascends &= rules.get(i) > rules.get(i - 1);
        }
        if (!ascends || rules.size() > 20) {
            top.problem("rules", rules.toString(), "ascending from 1, 20 at most", "write it as [1, 16, 100]");
            return null;
        }
        return new CostCase(CASE, rules, settings.intValue(PACKETS));
    }
}
