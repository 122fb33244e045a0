// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/** Rows under headings, each column as wide as its widest cell, unless it is told to be narrower: then its cells wrap. */
final class Table {
    /** As wide as what commands print gets, where it can. */
    static final int PAGE_WIDTH = 100;

    private static final int GAP = 2;
    private static final int LEAST_WIDTH = 20;
    private static final int NONE = -1;

    private final List<List<String>> rows = new ArrayList<>();
    private final int[] mostWidths;
    private int rest = NONE;
    private int pageWidth = PAGE_WIDTH;

    Table(String... headings) {
        rows.add(List.of(headings));
        mostWidths = new int[headings.length];
        Arrays.fill(mostWidths, Integer.MAX_VALUE);
    }

    Table row(String... cells) {
        rows.add(Stream.of(cells).map(Table::printable).toList());
        return this;
    }

    /** A line of its own above the rows that follow, as wide as it is. */
    Table heading(String text) {
        rows.add(List.of(printable(text)));
        return this;
    }

    /** Cells of this column wrap at this width. */
    Table atMost(int column, int width) {
        mostWidths[column] = width;
        return this;
    }

    /** Cells of this column wrap where a row would be wider than this. */
    Table within(int width, int column) {
        pageWidth = width;
        rest = column;
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
        int[] widths = widths();
        StringBuilder text = new StringBuilder();
        for (List<String> row : rows) {
            if (isHeading(row)) {
                text.append(row.get(0)).append(System.lineSeparator());
            } else {
                append(row, widths, text);
            }
        }
        return text.toString();
    }

    private boolean isHeading(List<String> row) {
        return row.size() < mostWidths.length;
    }

    private int[] widths() {
        int[] widths = new int[mostWidths.length];
        for (List<String> row : rows) {
            for (int i = 0; i < widths.length && !isHeading(row); i++) {
                widths[i] =
                        Math.min(mostWidths[i], Math.max(widths[i], row.get(i).length()));
            }
        }
        if (rest != NONE) {
            int others = 0;
            for (int i = 0; i < widths.length; i++) {
                others += i == rest ? 0 : widths[i] + (widths[i] == 0 ? 0 : GAP);
            }
            widths[rest] = Math.min(widths[rest], Math.max(LEAST_WIDTH, pageWidth - others));
        }
        return widths;
    }

    private static void append(List<String> row, int[] widths, StringBuilder text) {
        List<List<String>> cells = new ArrayList<>();
        int lines = 1;
        for (int i = 0; i < widths.length; i++) {
            List<String> cell = Wrap.words(row.get(i), widths[i]);
            cells.add(cell);
            lines = Math.max(lines, cell.size());
        }
        for (int line = 0; line < lines; line++) {
            StringBuilder one = new StringBuilder();
            for (int i = 0; i < widths.length; i++) {
                List<String> cell = cells.get(i);
                String part = line < cell.size() ? cell.get(line) : "";
                one.append(part).append(" ".repeat(Math.max(0, widths[i] - part.length()) + GAP));
            }
            text.append(one.toString().stripTrailing()).append(System.lineSeparator());
        }
    }
}
