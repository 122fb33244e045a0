// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.advise;

import io.sojourn.telemetry.Prediction;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Span;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a setting promises by its own numbers, where the twin refuses: it knows no flows, no round-trip time, no model of
 * the discipline, or cannot explain the present.
 *
 * <p>A tail-drop queue delays at most limit over rate, and a link with a queue of at least one BDP stays full. CoDel keeps
 * the standing queue near its target: the median is taken as at most twice that (RFC 8289, section 4.2; section 4.3 puts
 * the use of the link at 80 % or more).
 *
 * <p>Error: bounds, not expectations. Without a known base the delay is the queue's alone. Loss is left open.
 */
final class PromisedEffect {
    private static final double PAYLOAD_SHARE = (double) Sizing.MSS_BYTES / Sizing.PACKET_BYTES;
    private static final double CODEL_USE = 0.8;

    private PromisedEffect() {}

    /** @return empty when the settings promise nothing: no rate, or no bound on the queue */
    static Optional<Prediction> of(QueueSettings proposed, Traffic traffic, String twinRefusal) {
        @Nullable Long rate = proposed.rateBitsPerSecond();
        double base = traffic.baseRttMillis().orElse(0);
        String model = (traffic.baseRttMillis().isPresent() ? "bound" : "bound on the queue alone") + "; no twin: "
                + twinRefusal;
        if (rate == null) {
            return Optional.empty();
        }
        return switch (proposed.discipline()) {
            case SHAPER, FIFO -> tailDrop(proposed, rate, base, model);
            case CODEL, FQ_CODEL -> codel(proposed, rate, base, model);
            case POLICER, UNKNOWN, RED, WRED, PIE, DUALPI2, SFQ, WFQ, CAKE -> Optional.empty();
        };
    }

    private static Optional<Prediction> tailDrop(QueueSettings proposed, long rate, double base, String model) {
        @Nullable Long limit = proposed.limitPackets();
        if (limit == null) {
            return Optional.empty();
        }
        Span delay = new Span(base, base + limit * Sizing.PACKET_BYTES * 8e3 / rate);
        return Optional.of(new Prediction(model, goodput(rate, 1), delay, delay, null, null));
    }

    private static Optional<Prediction> codel(QueueSettings proposed, long rate, double base, String model) {
        @Nullable Long target = proposed.targetMicros();
        if (target == null) {
            return Optional.empty();
        }
        Span median = new Span(base, base + 2 * target / 1e3);
        return Optional.of(new Prediction(model, goodput(rate, CODEL_USE), median, null, null, null));
    }

    /** Of greedy senders. */
    private static Span goodput(long rate, double leastUse) {
        return new Span(leastUse * rate * PAYLOAD_SHARE, rate * PAYLOAD_SHARE);
    }
}
