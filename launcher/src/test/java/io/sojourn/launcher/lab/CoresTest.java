// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.launcher.process.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class CoresTest {
    @Test
    void resultsComeInTheOrderOfTheWorkAndEachIsTold() throws InterruptedException {
        List<Integer> told = new ArrayList<>();
        List<Supplier<String>> work = List.of(() -> "a", () -> "b", () -> "c");

        assertThat(Cores.each(work, told::add)).containsExactly("a", "b", "c");
        assertThat(told).containsExactly(1, 2, 3);
    }

    @Test
    void failureIsTheFailureOfTheWork() {
        List<Supplier<String>> work = List.of(() -> "a", () -> {
            throw new IllegalArgumentException("no time passes");
        });

        assertThatThrownBy(() -> Cores.each(work, done -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no time passes");
    }

    @Test
    void workThatDoesNotFitInMemoryIsRefused() {
        List<Supplier<String>> work = List.of(() -> {
            throw new OutOfMemoryError("Java heap space");
        });

        assertThatThrownBy(() -> Cores.each(work, done -> {}))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("does not fit in the memory that Java may take")
                .hasMessageContaining("-Xmx");
    }
}
