// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.twin;

import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.twin.TwinForecast.Between;
import io.sojourn.lab.twin.TwinForecast.Predicted;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Forecasts beside recorded runs. */
final class KernelTable {
    private static final String NEW_LINE = "\n";

    private final List<Row> rows;

    private KernelTable(List<Row> rows) {
        this.rows = rows;
    }

    /** Runs that differ only in their congestion control have the same forecast. */
    static KernelTable of(List<KernelRun> runs) {
        Map<String, List<Outcome>> simulated = new HashMap<>();
        return new KernelTable(runs.stream()
                .map(run -> Row.of(
                        run,
                        simulated.computeIfAbsent(run.name(), name -> Runs.of(run.input(), Twin.SEEDS)),
                        ModelError.STATED))
                .toList());
    }

    /** The same runs, their ranges widened otherwise. */
    KernelTable with(ModelError error) {
        return new KernelTable(
                rows.stream().map(row -> Row.of(row.run, row.simulated, error)).toList());
    }

    /** The runs of one congestion control. */
    KernelTable only(String control) {
        return new KernelTable(
                rows.stream().filter(row -> row.run.control().equals(control)).toList());
    }

    /** One run and its forecast. */
    record Row(KernelRun run, List<Outcome> simulated, Predicted forecast) {
        static Row of(KernelRun run, List<Outcome> simulated, ModelError error) {
            return new Row(run, simulated, Ranges.of(run.input(), simulated, error));
        }

        String name() {
            return run.name() + "." + run.control();
        }

        Optional<Beside> beside(Quantity quantity) {
            OptionalDouble kernel = quantity.kernel.apply(run);
            return kernel.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new Beside(
                            quantity, kernel.getAsDouble(), quantity.scaled(quantity.forecast.apply(forecast))));
        }

        String text() {
            return QUANTITIES.stream()
                    .map(quantity -> beside(quantity).map(Beside::text).orElse("- | - | -"))
                    .collect(Collectors.joining(" | ", "| " + name() + " | ", " |"));
        }
    }

    /**
     * What is compared.
     *
     * @param scale from the forecast's unit to that of the title
     * @param rounding half of the last digit that was recorded
     * @param isInPoints whether the error is a difference, not a percentage of what the kernel did
     */
    record Quantity(
            String title,
            double scale,
            int digits,
            double rounding,
            boolean isInPoints,
            Function<KernelRun, OptionalDouble> kernel,
            Function<Predicted, Between> forecast) {
        String errorUnit() {
            return isInPoints ? "points" : "%";
        }

        private Between scaled(Between between) {
            return new Between(between.low() * scale, between.median() * scale, between.high() * scale);
        }
    }

    static final Quantity GOODPUT = new Quantity(
            "goodput Mbit/s",
            1e-6,
            2,
            0.005,
            false,
            run -> OptionalDouble.of(run.steadyMbit()),
            Predicted::goodputBitsPerSecond);
    static final Quantity MEAN = new Quantity(
            "RTT mean ms",
            1,
            1,
            0.05,
            false,
            run -> OptionalDouble.of(run.rttMeanMillis()),
            Predicted::delayMeanMillis);
    static final Quantity P50 =
            new Quantity("RTT p50 ms", 1, 1, 0.005, false, KernelRun::rttP50Millis, Predicted::delayP50Millis);
    static final Quantity P95 =
            new Quantity("RTT p95 ms", 1, 1, 0.005, false, KernelRun::rttP95Millis, Predicted::delayP95Millis);
    static final Quantity LOSS = new Quantity(
            "loss %", 100, 2, 0.005, true, run -> OptionalDouble.of(run.lossPercent()), Predicted::lossRatio);

    private static final List<Quantity> QUANTITIES = List.of(GOODPUT, MEAN, P50, P95, LOSS);

    /** A quantity of one run: what the kernel did, and the forecast of it. */
    record Beside(Quantity quantity, double kernel, Between forecast) {
        double error() {
            double difference = Math.abs(forecast.median() - kernel);
            return quantity.isInPoints ? difference : 100 * difference / kernel;
        }

        boolean isWithin() {
            return kernel >= forecast.low() - quantity.rounding && kernel <= forecast.high() + quantity.rounding;
        }

        String text() {
            String number = "%." + quantity.digits + "f";
            String range = number + " | " + number + " (" + number + " to " + number + ") | %.1f%s";
            return String.format(
                    Locale.ROOT,
                    range,
                    kernel,
                    forecast.median(),
                    forecast.low(),
                    forecast.high(),
                    error(),
                    isWithin() ? "" : " **out**");
        }
    }

    List<Beside> all(Quantity quantity) {
        return rows.stream().flatMap(row -> row.beside(quantity).stream()).toList();
    }

    double medianError(Quantity quantity) {
        return error(quantity, 50);
    }

    /** Error that this share of runs does not exceed. */
    private double error(Quantity quantity, int percent) {
        double[] sorted =
                all(quantity).stream().mapToDouble(Beside::error).sorted().toArray();
        return sorted[(sorted.length * percent + 99) / 100 - 1];
    }

    /** Share of runs whose value is in the forecast's range. */
    double coverage(Quantity... quantities) {
        List<Beside> all = Stream.of(quantities)
                .flatMap(quantity -> all(quantity).stream())
                .toList();
        return (double) all.stream().filter(Beside::isWithin).count() / all.size();
    }

    /** Runs whose value is not. */
    List<String> misses(Quantity quantity) {
        List<String> missed = new ArrayList<>();
        for (Row row : rows) {
            row.beside(quantity).filter(beside -> !beside.isWithin()).ifPresent(beside -> missed.add(row.name()));
        }
        return missed;
    }

    /** As the document has it. */
    String markdown() {
        Stream<String> summary = Stream.concat(
                Stream.of(
                        "| | runs | error, median | nine in ten runs | within the range | outside |",
                        "|---|---|---|---|---|---|"),
                QUANTITIES.stream().map(this::summary));
        Stream<String> table = Stream.concat(
                Stream.of(
                        "",
                        heading(
                                "| run |",
                                quantity -> " " + quantity.title + ", kernel | forecast | off " + quantity.errorUnit()
                                        + " |"),
                        heading("|---|", quantity -> "---|---|---|")),
                rows.stream().map(Row::text));
        return Stream.concat(summary, table).collect(Collectors.joining(NEW_LINE));
    }

    private static String heading(String first, Function<Quantity, String> column) {
        return QUANTITIES.stream().map(column).collect(Collectors.joining("", first, ""));
    }

    private String summary(Quantity quantity) {
        List<String> misses = misses(quantity);
        return String.format(
                Locale.ROOT,
                "| %s | %d | %.2f %s | %.1f %s | %.0f %% | %s |",
                quantity.title,
                all(quantity).size(),
                medianError(quantity),
                quantity.errorUnit(),
                error(quantity, 90),
                quantity.errorUnit(),
                100 * coverage(quantity),
                misses.isEmpty() ? "none" : String.join(", ", misses));
    }
}
