// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.node.policy.PolicyView;
import io.sojourn.node.policy.PolicyView.HostSet;
import io.sojourn.node.policy.PolicyView.Place;
import io.sojourn.node.policy.PolicyView.Ruled;
import io.sojourn.node.policy.PolicyView.Subscriber;
import io.sojourn.node.policy.PolicyView.Value;
import java.util.ArrayList;
import java.util.List;

/** Draws a policy: the trees of its links with lines, its rules and names as tables; 100 columns wide where names let it. */
final class PolicyTree {
    private static final int LEAST_WIDTH = 40;
    /** Of more sets of hosts or subscribers the first are shown. */
    private static final int ROWS = 20;

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
        tree.hosts(view.hosts());
        if (!view.interfaces().isEmpty()) {
            tree.wrapped("interfaces: ", String.join(", ", view.interfaces()));
        }
        tree.subscribers(view.subscribers());
        tree.line("default: " + (view.byDefault() == null ? "none; what no rule takes passes" : view.byDefault()));
        return tree.text.toString();
    }

    private void place(Place place, String before, String beforeBelow) {
        List<Place> below = place.below();
        lines(place, before, beforeBelow + (below.isEmpty() ? "     " : "│    "));
        for (int i = 0; i < below.size(); i++) {
            boolean isLast = i == below.size() - 1;
            place(below.get(i), beforeBelow + (isLast ? "└─ " : "├─ "), beforeBelow + (isLast ? "   " : "│  "));
        }
    }

    /** A place's name and values; what does not fit on its line goes on below it. */
    private void lines(Place place, String before, String beforeMore) {
        List<String> values = new ArrayList<>();
        for (Value value : place.values()) {
            values.add(value(value) + (values.size() < place.values().size() - 1 ? "," : ""));
        }
        String head = before + title(place) + "  ";
        int width = Math.max(LEAST_WIDTH, Table.PAGE_WIDTH - beforeMore.length());
        int firstWidth = Table.PAGE_WIDTH - head.length();
        int first = 0;
        int used = -1;
        while (first < values.size() && used + 1 + values.get(first).length() <= firstWidth) {
            used += 1 + values.get(first).length();
            first++;
        }
        line((head + String.join(" ", values.subList(0, first))).stripTrailing());
        if (first < values.size()) {
            Wrap.pieces(values.subList(first, values.size()), width).forEach(more -> line(beforeMore + more));
        }
    }

    private static String title(Place place) {
        String name = place.name().isEmpty() ? place.discipline() : place.name();
        return (place.kind() + " " + name).stripTrailing();
    }

    private static String value(Value value) {
        String written = value.name() + " " + value.text();
        return value.isComputed() ? "(" + written + ")" : written;
    }

    private void rules(PolicyView view) {
        Table table = new Table("", "RULE", "CLASS", "").within(Table.PAGE_WIDTH, 1);
        int number = 0;
        for (Ruled rule : view.rules()) {
            String shadow = rule.shadowedBy() == null ? "" : "never: " + rule.shadowedBy() + " comes first";
            table.row(Integer.toString(number), rule.match(), rule.toClass(), shadow);
            number++;
        }
        if (!table.isEmpty()) {
            text.append(table);
        }
    }

    private void hosts(List<HostSet> hosts) {
        Table table = new Table("HOSTS", "ADDRESSES").within(Table.PAGE_WIDTH, 1);
        hosts.stream().limit(ROWS).forEach(set -> table.row(set.name(), String.join(" ", set.addresses())));
        table(table, hosts.size());
    }

    private void subscribers(List<Subscriber> subscribers) {
        line("subscribers: " + subscribers.size());
        Table table = new Table("SUBSCRIBER", "PLAN", "ADDRESSES", "CLASS").within(Table.PAGE_WIDTH, 2);
        for (Subscriber one : subscribers.subList(0, Math.min(ROWS, subscribers.size()))) {
            String plan = one.plan();
            table.row(one.name(), plan == null ? "" : plan, String.join(" ", one.addresses()), one.toClass());
        }
        table(table, subscribers.size());
    }

    private void table(Table table, int rows) {
        if (!table.isEmpty()) {
            text.append(table);
        }
        if (rows > ROWS) {
            line("... and " + (rows - ROWS) + " more; --json lists all");
        }
    }

    private void wrapped(String name, String values) {
        String indent = " ".repeat(name.length());
        List<String> lines = Wrap.words(values, Table.PAGE_WIDTH - name.length());
        for (int i = 0; i < lines.size(); i++) {
            line((i == 0 ? name : indent) + lines.get(i));
        }
    }

    private void line(String line) {
        text.append(line).append(System.lineSeparator());
    }
}
