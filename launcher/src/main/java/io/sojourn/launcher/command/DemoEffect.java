// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.telemetry.Prediction;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.SketchBuilder;
import io.sojourn.telemetry.Span;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What a change of a setting did: windows of 1 s before it against windows after it.
 *
 * <p>Error: goodput is what was sent without {@value #HEADER_BYTES} bytes of headers a packet (Ethernet, IPv4, TCP), 0.8 %
 * too much with TCP timestamps.
 *
 * @param before at least one
 * @param after at least one
 */
record DemoEffect(List<QueueWindow> before, List<QueueWindow> after) {
    private static final int HEADER_BYTES = 54;

    /** Whether less is lost, to the half at least, at no cost in goodput. */
    boolean losesLess() {
        return loss(after) <= loss(before) / 2 && goodput(after) >= 0.98 * goodput(before);
    }

    /** Whether it takes half the time at most, at no more than a twentieth of the goodput. */
    boolean isFaster() {
        return rttMillis(after, 0.95) <= rttMillis(before, 0.95) / 2 && goodput(after) >= 0.95 * goodput(before);
    }

    /** The numbers side by side. */
    String table(Prediction predicted) {
        Table table = new Table(
                "", before.size() + " s before", after.size() + " s after", "predicted (" + shortened(predicted) + ")");
        row(table, "goodput", DemoEffect::goodput, predicted.goodputBitsPerSecond(), 1e-6, "Mbit/s");
        row(table, "lost", DemoEffect::loss, predicted.lossRatio(), 100, "%");
        row(table, "RTT median", all -> rttMillis(all, 0.5), predicted.delayP50Millis(), 1, "ms");
        row(table, "RTT p95", all -> rttMillis(all, 0.95), predicted.delayP95Millis(), 1, "ms");
        return table.toString();
    }

    /** The name of the model, without what it says of itself. */
    private static String shortened(Prediction predicted) {
        return predicted.model().replaceAll("[;,].*", "");
    }

    private void row(
            Table table,
            String name,
            Function<List<QueueWindow>, Double> value,
            @Nullable Span predicted,
            double factor,
            String unit) {
        table.row(
                name,
                text(value.apply(before) * factor) + " " + unit,
                text(value.apply(after) * factor) + " " + unit,
                predicted == null ? "" : text(predicted.low() * factor) + " to " + text(predicted.high() * factor));
    }

    private static String text(double value) {
        return String.format(Locale.ROOT, value < 1 ? "%.2f" : "%.1f", value);
    }

    private static double goodput(List<QueueWindow> windows) {
        long bytes = sum(windows, QueueWindow::sentBytes) - HEADER_BYTES * sum(windows, QueueWindow::sentPackets);
        return bytes * 8e3 / Math.max(1, sum(windows, QueueWindow::coveredMillis));
    }

    private static double loss(List<QueueWindow> windows) {
        return (double) sum(windows, window -> window.drops().total())
                / Math.max(1, sum(windows, QueueWindow::offeredPackets));
    }

    private static double rttMillis(List<QueueWindow> windows, double quantile) {
        SketchBuilder all = new SketchBuilder();
        windows.forEach(window -> all.add(window.rttMicros()));
        Sketch rtt = all.build();
        return rtt.quantile(quantile).orElse(0) / 1e3;
    }

    private static long sum(List<QueueWindow> windows, ToLongFunction<QueueWindow> field) {
        return windows.stream().mapToLong(field).sum();
    }
}
