// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.node.policy.PolicyView;
import io.sojourn.node.policy.PolicyView.Place;
import io.sojourn.node.policy.PolicyView.Ruled;
import io.sojourn.node.policy.PolicyView.Value;
import java.util.List;
import java.util.stream.Collectors;

/** Draws a policy: the trees of its links with lines, its rules as a table. */
final class PolicyTree {
    private static final int RULE_WIDTH = 80;

    private final StringBuilder text = new StringBuilder();

    private PolicyTree() {}

    static String of(PolicyView view) {
        PolicyTree tree = new PolicyTree();
        tree.line("node " + view.node() + ", rates count " + view.lengths());
        view.links().forEach(link -> {
            tree.line("");
            tree.place(link, "", "");
        });
        tree.line("");
        tree.rules(view);
        return tree.text.toString();
    }

    private void place(Place place, String before, String beforeBelow) {
        line(before + title(place));
        List<Place> below = place.below();
        for (int i = 0; i < below.size(); i++) {
            boolean isLast = i == below.size() - 1;
            place(below.get(i), beforeBelow + (isLast ? "└─ " : "├─ "), beforeBelow + (isLast ? "   " : "│  "));
        }
    }

    private static String title(Place place) {
        String name = place.name().isEmpty() ? place.discipline() : place.name();
        return (place.kind() + " " + name + "  "
                        + place.values().stream().map(PolicyTree::value).collect(Collectors.joining(", ")))
                .stripTrailing();
    }

    private static String value(Value value) {
        String written = value.name() + " " + value.text();
        return value.isComputed() ? "(" + written + ")" : written;
    }

    private void rules(PolicyView view) {
        Table table = new Table("", "RULE", "CLASS", "");
        int number = 0;
        for (Ruled rule : view.rules()) {
            String shadow = rule.shadowedBy() == null ? "" : "never: " + rule.shadowedBy() + " comes first";
            table.row(Integer.toString(number), shortened(rule.match()), rule.toClass(), shadow);
            number++;
        }
        if (!table.isEmpty()) {
            text.append(table);
        }
        line("subscribers: " + view.subscribers());
        line("default: " + (view.byDefault() == null ? "none; what no rule takes passes" : view.byDefault()));
    }

    private static String shortened(String match) {
        return match.length() <= RULE_WIDTH ? match : match.substring(0, RULE_WIDTH - 3) + "...";
    }

    private void line(String line) {
        text.append(line).append(System.lineSeparator());
    }
}
