// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sojourn.lab.plan.HopPlan.Box;
import io.sojourn.node.policy.Policy;
import io.sojourn.node.policy.PolicyException;
import io.sojourn.node.yaml.YamlProblem;
import io.sojourn.node.yaml.YamlSection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code box}: a policy file with one link, which has the box's name. A link that is a {@code policer} is one of the
 * short form.
 */
final class BoxReader {
    /** Those of a policy file that mean something in a box. */
    private static final List<String> FROM_POLICY =
            List.of("lengthAccounting", "hosts", "interfaces", "rules", "subscribers", "default");

    private static final String POLICER = "policer";

    private final String name;
    private final YamlSection box;
    private final List<YamlProblem> warnings;
    private String list = "links";

    BoxReader(String name, YamlSection box, List<YamlProblem> warnings) {
        this.name = name;
        this.box = box;
        this.warnings = warnings;
    }

    @Nullable
    Box read() {
        Set<String> known = new HashSet<>(FROM_POLICY);
        known.add("link");
        box.allow(known);
        YamlSection link = box.section("link");
        if (link == null) {
            box.problem(box.at("link"), "missing", "given", "write link: { queue: fifo }");
            return null;
        }
        if (!link.isMapping()) {
            return null;
        }
        if (link.has("name")) {
            link.problem(
                    link.at("name"),
                    String.valueOf(link.word("name")),
                    "left out: the hop's is its name",
                    "take it away");
        }
        list = link.has(POLICER) ? "queues" : "links";
        try {
            return box(policy(document(link)));
        } catch (PolicyException e) {
            e.problems()
                    .forEach(problem ->
                            box.problem(place(problem.path()), problem.value(), problem.bound(), problem.mend()));
            return null;
        }
    }

    /** Where there is only one class everything goes there. */
    private Policy policy(ObjectNode document) {
        Policy policy = Policy.parse(name, document.toString());
        return document.has("default")
                        || document.has("queues")
                        || policy.queueNames().size() != 1
                ? policy
                : Policy.parse(
                        name,
                        document.put("default", policy.queueNames().get(0)).toString());
    }

    private Box box(Policy policy) {
        for (YamlProblem warning : policy.warnings()) {
            // That a flow has no class is told of each flow, and is a problem.
            if (!warning.path().equals("default")) {
                warnings.add(new YamlProblem(place(warning.path()), warning.value(), warning.bound(), warning.mend()));
            }
        }
        return new Box(name, policy.links().get(0).root(), new BoxClasses(policy), policy.lengthRule());
    }

    private ObjectNode document(YamlSection link) {
        ObjectNode document = JsonNodeFactory.instance.objectNode().put("node", "lab");
        for (String key : FROM_POLICY) {
            JsonNode value = box.tree().path(key);
            if (!value.isMissingNode()) {
                document.set(key, value);
            }
        }
        ObjectNode named = JsonNodeFactory.instance.objectNode();
        named.setAll((ObjectNode) link.tree());
        named.put("name", name);
        document.putArray(list).add(named);
        return document;
    }

    /** Where in the scenario something stands that the policy has there. */
    private String place(String path) {
        String first = list + "[0]";
        if (path.startsWith(first)) {
            return box.at("link") + path.substring(first.length());
        }
        if (path.startsWith("class ")) {
            return box.path() + " (" + path + ")";
        }
        return path.equals("policy") || path.equals(list) || path.startsWith("line ") ? box.path() : box.at(path);
    }
}
