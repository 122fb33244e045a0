// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.nft;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.collectors.Fault;
import io.sojourn.collectors.Fields;
import io.sojourn.collectors.Unreadable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads the rule counters in {@code nft -j list table ...} (tried with nftables 1.0.6). Rules without a counter are
 * passed over; a counter that can't be read is named and left out.
 */
public final class NftParser {
    private static final String MEND = "take it with nft -j list table FAMILY NAME";

    private NftParser() {}

    public static List<NftCounter> parse(JsonNode output, Consumer<Fault> faults) {
        List<NftCounter> counters = new ArrayList<>();
        try {
            JsonNode items = Fields.of("nft", output, MEND).node("nftables");
            if (!items.isArray()) {
                throw new Unreadable(new Fault("nftables", shown(items), "a JSON array", MEND));
            }
            for (JsonNode item : items) {
                add(item.path("rule"), counters, faults);
            }
        } catch (Unreadable unreadable) {
            faults.accept(unreadable.fault());
        }
        return counters;
    }

    private static void add(JsonNode rule, List<NftCounter> counters, Consumer<Fault> faults) {
        JsonNode counter = find(rule, "counter");
        // A named counter is a text here and an object of its own in the table.
        if (counter.isMissingNode() || counter.isTextual()) {
            return;
        }
        try {
            Fields fields = Fields.of("counter", counter, MEND);
            String name = name(Fields.of("rule", rule, MEND));
            counters.add(new NftCounter(name, fields.count("packets"), fields.count("bytes"), isPolicer(rule, name)));
        } catch (Unreadable unreadable) {
            faults.accept(unreadable.fault());
        }
    }

    private static String name(Fields rule) throws Unreadable {
        @Nullable String comment = rule.textIfPresent("comment");
        return comment != null ? comment : rule.text("chain") + "#" + rule.count("handle");
    }

    private static boolean isPolicer(JsonNode rule, String name) {
        boolean drops = !find(rule, "drop").isMissingNode();
        return drops && (name.contains("exceed") || !find(rule, "limit").isMissingNode());
    }

    /** The first statement of this name in the rule. */
    private static JsonNode find(JsonNode rule, String statement) {
        for (JsonNode expression : rule.path("expr")) {
            if (expression.has(statement)) {
                return expression.path(statement);
            }
        }
        return com.fasterxml.jackson.databind.node.MissingNode.getInstance();
    }

    private static String shown(JsonNode node) {
        return node.isMissingNode() ? "missing" : node.toString();
    }
}
