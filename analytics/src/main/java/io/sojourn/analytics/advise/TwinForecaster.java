// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.advise;

import io.sojourn.lab.twin.BoxSettings;
import io.sojourn.lab.twin.TwinForecast;
import io.sojourn.lab.twin.TwinForecast.Between;
import io.sojourn.lab.twin.TwinInput;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.Prediction;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Span;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Asks the twin: the engine and closed-loop TCP senders in virtual time, at the round-trip time, flow count and windows
 * of the finding. About a second of computing.
 *
 * <p>Error: the twin's own ranges. Where it has no model (CoDel) or the traffic is not known, what the setting itself
 * promises: see {@link PromisedEffect}.
 */
public final class TwinForecaster implements Forecaster {
    private static final String MODEL = "twin";

    private final Function<TwinInput, TwinForecast> twin;

    public TwinForecaster(Function<TwinInput, TwinForecast> twin) {
        this.twin = twin;
    }

    @Override
    public Prediction predict(Finding finding, QueueSettings proposed) {
        Traffic traffic = Traffic.of(finding);
        @Nullable BoxSettings box = box(proposed);
        if (box == null) {
            return promised(proposed, traffic, "it has no model of " + proposed.discipline());
        }
        if (traffic.flows().isEmpty()) {
            return promised(proposed, traffic, "the number of flows is not known");
        }
        OptionalDouble base = traffic.baseRttMillis();
        OptionalDouble window = traffic.windowBytesPerFlow();
        TwinInput input = new TwinInput(
                box,
                proposed.lengthAccounting().overheadBytes(),
                base.isPresent() ? Math.round(base.getAsDouble() * 1e3) : null,
                (long) traffic.flows().getAsDouble(),
                window.isPresent() ? Math.round(window.getAsDouble()) : null,
                null,
                traffic.unresponsiveRatio(),
                finding.id().hashCode());
        TwinForecast forecast = twin.apply(input);
        return forecast instanceof TwinForecast.Refused refusal
                ? promised(proposed, traffic, refusal.reason())
                : prediction((TwinForecast.Predicted) forecast);
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

    private static @Nullable BoxSettings box(QueueSettings proposed) {
        @Nullable Long rate = proposed.rateBitsPerSecond();
        @Nullable Long burst = proposed.burstBytes();
        @Nullable Long limit = proposed.limitPackets();
        if (rate == null || burst == null) {
            return null;
        }
        if (proposed.discipline() == Discipline.POLICER) {
            return new BoxSettings.Policing(rate, burst);
        }
        boolean shaper = proposed.discipline() == Discipline.SHAPER && limit != null;
        return shaper && limit != null ? new BoxSettings.Shaping(rate, burst, limit) : null;
    }
}
