// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.inventory;

import io.sojourn.node.yaml.Nearest;
import io.sojourn.node.yaml.YamlProblem;
import io.sojourn.streams.fold.InventoryTree;
import io.sojourn.telemetry.InventoryEntry;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Units;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** An inventory as comma-separated values: a header that names the columns, in any order, and a line for each queue. */
public final class InventoryFile {
    /** As they are documented; the first two must be there. */
    public static final List<String> COLUMNS =
            List.of("node", "queue", "site", "parent", "capacity", "plan", "subscriber", "group");

    private static final Set<String> REQUIRED = Set.of("node", "queue");

    private final List<InventoryEntry> entries = new ArrayList<>();
    private final List<YamlProblem> problems = new ArrayList<>();
    private final Map<String, Integer> lineOf = new HashMap<>();
    private final InventoryTree tree = new InventoryTree();

    private InventoryFile() {}

    /** Reads all of it, whatever is wrong with a part. */
    public static InventoryFile parse(List<String> lines) {
        InventoryFile file = new InventoryFile();
        file.read(lines);
        return file;
    }

    public List<InventoryEntry> entries() {
        return List.copyOf(entries);
    }

    /** Everything that is wrong, by line. */
    public List<YamlProblem> problems() {
        return List.copyOf(problems);
    }

    private void read(List<String> lines) {
        int header = 0;
        while (header < lines.size() && isEmpty(lines.get(header))) {
            header++;
        }
        if (header == lines.size()) {
            problem(1, "header", "missing", "column names", "begin with " + String.join(",", COLUMNS));
            return;
        }
        List<String> columns = header(lines.get(header).replace("\uFEFF", ""), header + 1);
        if (!problems.isEmpty()) {
            return;
        }
        for (int i = header + 1; i < lines.size(); i++) {
            if (!isEmpty(lines.get(i))) {
                line(columns, lines.get(i), i + 1);
            }
        }
    }

    private static boolean isEmpty(String line) {
        return line.isBlank() || line.startsWith("#");
    }

    private List<String> header(String line, int number) {
        List<String> columns = values(line, number);
        Set<String> seen = new HashSet<>();
        for (String column : columns) {
            if (!COLUMNS.contains(column)) {
                String mend = Nearest.hint(column, COLUMNS).orElse("remove the column");
                problem(number, "header", column, "one of " + String.join(", ", COLUMNS), mend);
            } else if (!seen.add(column)) {
                problem(number, "header", column, "there once", "remove one of the two columns");
            }
        }
        for (String column : COLUMNS) {
            if (REQUIRED.contains(column) && !columns.contains(column)) {
                problem(number, "header", column + " missing", "given", "name the column " + column);
            }
        }
        return columns;
    }

    private List<String> values(String line, int number) {
        try {
            return CsvLine.values(line);
        } catch (OutOfRange e) {
            problem(number, e.field(), e.value(), e.bound(), "mend the quotes");
            return List.of();
        }
    }

    private void line(List<String> columns, String line, int number) {
        List<String> values = values(line, number);
        if (values.isEmpty()) {
            return;
        }
        if (values.size() != columns.size()) {
            problem(
                    number,
                    "line",
                    values.size() + " values",
                    columns.size() + ", as the header has",
                    "give each column a value, if an empty one; put one with a comma in quotes");
            return;
        }
        Map<String, String> row = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            if (!values.get(i).isEmpty()) {
                row.put(columns.get(i), values.get(i));
            }
        }
        int before = problems.size();
        Long capacity = rate(row, "capacity", number);
        Long plan = rate(row, "plan", number);
        if (problems.size() == before) {
            entry(row, capacity, plan, number);
        }
    }

    private @Nullable Long rate(Map<String, String> row, String column, int number) {
        String text = row.get(column);
        if (text == null) {
            return null;
        }
        try {
            return Units.rateBitsPerSecond(column, text);
        } catch (OutOfRange e) {
            problem(number, column, e.value(), e.bound(), "write a rate as 20Mbit");
            return null;
        }
    }

    private void entry(Map<String, String> row, @Nullable Long capacity, @Nullable Long plan, int number) {
        try {
            InventoryEntry entry = new InventoryEntry(
                    Schema.CURRENT,
                    row.getOrDefault("node", ""),
                    row.getOrDefault("queue", ""),
                    row.get("site"),
                    row.get("parent"),
                    capacity,
                    plan,
                    row.get("subscriber"),
                    row.get("group"));
            add(entry, number);
        } catch (OutOfRange e) {
            String column = e.field().replace("BitsPerSecond", "");
            problem(number, column, e.value(), e.bound(), "mend the " + column);
        }
    }

    private void add(InventoryEntry entry, int number) {
        String key = Topic.queueKey(entry.node(), entry.queue());
        Integer other = lineOf.putIfAbsent(key, number);
        if (other != null) {
            problem(number, "queue", key, "listed once", "remove it here or in line " + other);
            return;
        }
        tree.put(entry)
                .ifPresent(circle -> problem(number, circle.field(), circle.value(), circle.bound(), circle.mend()));
        entries.add(entry);
    }

    private void problem(int line, String field, String value, String bound, String mend) {
        problems.add(new YamlProblem("line " + line + ": " + field, value, bound, mend));
    }
}
