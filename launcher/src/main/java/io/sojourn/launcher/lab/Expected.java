// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is expected of a scenario, and what of its sources it does not show. */
public record Expected(List<Figure> figures, List<NotReproduced> notReproduced) {
    static final Expected NOTHING = new Expected(List.of(), List.of());

    public Expected {
        figures = List.copyOf(figures);
        notReproduced = List.copyOf(notReproduced);
    }

    /**
     * One figure.
     *
     * @param caseName where it is measured
     * @param baseName it is over the same metric in this case; null for the metric itself
     * @param published what the source prints; null when it prints none
     * @param low least that is within
     * @param high most that is within
     * @param source where it is printed
     * @param note why the band is as it is; "" for nothing
     */
    public record Figure(
            String caseName,
            @Nullable String baseName,
            String metric,
            @Nullable String published,
            double low,
            double high,
            String source,
            String note) {
        /** As it is written in the file. */
        public String cases() {
            return baseName == null ? caseName : caseName + "/" + baseName;
        }
    }

    /** Something published that the scenario does not show. */
    public record NotReproduced(String what, String why) {}
}
