// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Rows under headings, each column as wide as its widest cell. */
final class Table {
    private final List<List<String>> rows = new ArrayList<>();

    Table(String... headings) {
        rows.add(List.of(headings));
    }

    Table row(String... cells) {
        rows.add(Stream.of(cells).map(Table::printable).toList());
        return this;
    }

    /** Names come from the network: what would move the cursor or turn the line round is not passed to a terminal. */
    private static String printable(String cell) {
        return cell.replaceAll("[\\p{Cntrl}\\p{Cf}]", "?");
    }

    boolean isEmpty() {
        return rows.size() == 1;
    }

    @Override
    public String toString() {
        int columns = rows.get(0).size();
        int[] widths = new int[columns];
        for (List<String> row : rows) {
            for (int i = 0; i < columns; i++) {
                widths[i] = Math.max(widths[i], row.get(i).length());
            }
        }
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            StringBuilder line = new StringBuilder();
            for (int i = 0; i < columns; i++) {
                line.append(row.get(i)).append(" ".repeat(widths[i] - row.get(i).length() + 2));
            }
            text.append(line.toString().stripTrailing()).append(System.lineSeparator());
        }
        return text.toString();
    }
}
