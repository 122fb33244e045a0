// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.advise;

import io.sojourn.lab.twin.BoxSettings;
import io.sojourn.lab.twin.TwinForecast;
import io.sojourn.lab.twin.TwinForecast.Between;
import io.sojourn.lab.twin.TwinInput;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.Prediction;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Span;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks the twin: the engine and closed-loop TCP senders in virtual time, at the round-trip time, flow count and windows
 * of the finding, after it has been tried on the setting in force. A few tenths of a second of computing, some seconds at
 * 1 Gbit/s.
 *
 * <p>Error: the twin's own ranges. Where it has no model, the traffic is not known or it cannot explain the present, what
 * the setting itself promises: see {@link PromisedEffect}.
 */
public final class TwinForecaster implements Forecaster {
    private static final String MODEL = "twin";

    private final Function<TwinInput, TwinForecast> twin;

    public TwinForecaster(Function<TwinInput, TwinForecast> twin) {
        this.twin = twin;
    }

    @Override
    public Prediction predict(Finding finding, QueueSettings current, QueueSettings proposed) {
        Traffic traffic = Traffic.of(finding);
        Optional<BoxSettings> box = Boxes.of(proposed);
        if (box.isEmpty()) {
            return promised(
                    proposed,
                    traffic,
                    proposed.rateBitsPerSecond() == null
                            ? "the rate is not known"
                            : "it has no model of " + proposed.discipline());
        }
        if (traffic.flows().isEmpty()) {
            return promised(proposed, traffic, "the number of flows is not known");
        }
        TwinForecast forecast = twin.apply(new TwinInput(
                box.get(),
                proposed.lengthAccounting().overheadBytes(),
                load(finding, traffic),
                InForce.of(finding, current, traffic).orElse(null),
                finding.id().hashCode()));
        return forecast instanceof TwinForecast.Refused refusal
                ? promised(proposed, traffic, refusal.reason())
                : prediction((TwinForecast.Predicted) forecast);
    }

    private static TwinInput.Load load(Finding finding, Traffic traffic) {
        return new TwinInput.Load(
                rounded(traffic.baseRttMillis(), 1e3),
                (long) traffic.flows().orElse(0),
                rounded(traffic.windowBytesPerFlow(), 1),
                null,
                traffic.unresponsiveRatio(),
                InForce.elsewhereLossRatio(finding, traffic),
                rounded(traffic.packets(), 1));
    }

    private static @Nullable Long rounded(OptionalDouble value, double scale) {
        return value.isPresent() ? (Long) Math.round(value.getAsDouble() * scale) : null;
    }

    private static Prediction prediction(TwinForecast.Predicted numbers) {
        return new Prediction(
                MODEL,
                span(numbers.goodputBitsPerSecond()),
                span(numbers.delayP50Millis()),
                span(numbers.delayP95Millis()),
                span(numbers.lossRatio()),
                null);
    }

    private static Prediction promised(QueueSettings proposed, Traffic traffic, String refusal) {
        return PromisedEffect.of(proposed, traffic, refusal)
                .orElseGet(() -> new Prediction(MODEL, null, null, null, null, refusal));
    }

    private static Span span(Between between) {
        return new Span(between.low(), between.high());
    }
}
