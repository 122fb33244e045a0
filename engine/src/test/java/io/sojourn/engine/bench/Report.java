// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.bench;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What was measured, as a table or as JSON.
 *
 * @param rows one a discipline, first that of the Java library; results by {@code queues}
 * @param ruleRows one a way of classifying; results by {@code rules}
 */
record Report(List<Integer> queues, List<Row> rows, List<Integer> rules, List<Row> ruleRows) {

    /** @param bytesAQueue not a number when not measured */
    record Row(String name, List<Measure.Result> results, double bytesAQueue) {
        double growth(int from, int to) {
            return results.get(to).nanos() / results.get(from).nanos();
        }

        double mostAllocated() {
            return results.stream()
                    .filter(result -> !result.isNone())
                    .mapToDouble(Measure.Result::allocatedBytes)
                    .max()
                    .orElse(Double.NaN);
        }
    }

    String text() {
        StringBuilder text = new StringBuilder();
        text.append(
                "Nanoseconds a packet, in and out; x: of java.util.ArrayDeque at 1000 queues; alloc: bytes a packet;\n");
        text.append("memory: bytes a queue with a packet in it\n");
        text.append(String.format("%-22s", "queues"));
        for (int count : queues) {
            text.append(String.format("%9d", count));
        }
        text.append(String.format("%12s%8s%8s%9s%n", "1k to 100k", "x", "alloc", "memory"));
        double compared = rows.get(0).results().get(1).nanos();
        for (Row row : rows) {
            text.append(String.format("%-22s", row.name()));
            row.results().forEach(result -> text.append(number(result.nanos(), 9, 1)));
            text.append(number(row.growth(1, 3), 12, 2));
            text.append(number(row.results().get(1).nanos() / compared, 8, 2));
            text.append(number(row.mostAllocated(), 8, 1));
            text.append(number(row.bytesAQueue(), 9, 0)).append("\n");
        }
        if (!ruleRows.isEmpty()) {
            text.append("\nNanoseconds to classify a packet\n").append(String.format("%-22s", "rules"));
            for (int count : rules) {
                text.append(String.format("%9d", count));
            }
            text.append(String.format("%12s%8s%n", "1 to 10k", "alloc"));
            for (Row row : ruleRows) {
                text.append(String.format("%-22s", row.name()));
                row.results().forEach(result -> text.append(number(result.nanos(), 9, 1)));
                text.append(number(row.growth(0, rules.size() - 1), 12, 2));
                text.append(number(row.mostAllocated(), 8, 1)).append("\n");
            }
        }
        return text.toString();
    }

    String json() {
        return "{\"unit\":\"ns a packet\",\"disciplines\":[" + json(rows, "queues", queues) + "],\"classifier\":["
                + json(ruleRows, "rules", rules) + "]}\n";
    }

    private static String json(List<Row> rows, String key, List<Integer> values) {
        return rows.stream()
                .map(row -> "{\"name\":\"" + row.name() + "\",\"bytesAQueue\":" + plain(row.bytesAQueue())
                        + ",\"results\":[" + results(row, key, values) + "]}")
                .collect(Collectors.joining(","));
    }

    private static String results(Row row, String key, List<Integer> values) {
        return IntStream.range(0, values.size())
                .mapToObj(i -> "{\"" + key + "\":" + values.get(i) + ",\"nanos\":"
                        + plain(row.results().get(i).nanos()) + ",\"errorNanos\":"
                        + plain(row.results().get(i).errorNanos()) + ",\"allocatedBytes\":"
                        + plain(row.results().get(i).allocatedBytes()) + "}")
                .collect(Collectors.joining(","));
    }

    private static String number(double value, int width, int decimals) {
        return Double.isNaN(value)
                ? String.format("%" + width + "s", "-")
                : String.format(Locale.ROOT, "%" + width + "." + decimals + "f", value);
    }

    private static String plain(double value) {
        return Double.isNaN(value) ? "null" : String.format(Locale.ROOT, "%.3f", value);
    }
}
