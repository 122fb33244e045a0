// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTest {
    @Test
    void columnThatIsTooWideWrapsBetweenWordsAndTheOthersStayWhole() {
        Table table = new Table("NAME", "MEANING", "").within(34, 1);
        table.row("rate", "what leaves in the long run at most", "x");

        assertThat(table.toString().lines())
                .containsExactly("NAME  MEANING", "rate  what leaves in the long    x", "      run at most");
    }

    @Test
    void columnMayBeGivenAWidthOfItsOwnAndALongWordStaysWhole() {
        Table table = new Table("A", "B").atMost(0, 5);
        table.row("one two pneumonia", "b");

        assertThat(table.toString().lines()).containsExactly("A      B", "one    b", "two", "pneumonia");
    }
}
