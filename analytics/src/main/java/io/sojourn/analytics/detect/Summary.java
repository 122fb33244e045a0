// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.PolicerEstimate;
import io.sojourn.telemetry.Units;
import java.util.Locale;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** A verdict in one sentence. */
record Summary(Views views) {
    String of(Cause cause, @Nullable PolicerEstimate policer) {
        LossView loss = views.loss();
        DelayView delay = views.delay();
        return switch (cause) {
            case INSUFFICIENT ->
                "too little traffic to judge: " + views.horizon().offeredPackets() + " packets in "
                        + views.horizon().coveredMillis() / 1_000 + " s";
            case POLICED ->
                "a policer drops " + percent(Math.max(loss.policedRatio(), loss.trailRatio()))
                        + " of the packets offered" + (policer == null ? "" : ": " + text(policer));
            case RECEIVE_WINDOW_LIMITED ->
                "the receivers' windows fill the queue, which stands at " + millis(delay.increaseMillis())
                        + " above its base";
            case BUFFERBLOAT ->
                "the queue stands at " + millis(delay.increaseMillis()) + " above its base in "
                        + percent(views.standing()) + " of the time";
            case UNDERSIZED_QUEUE ->
                "the queue is full too soon: it drops " + percent(loss.dropRatio())
                        + " of the packets offered, and the link is not full";
            case REORDERING ->
                percent(views.horizon().reorderedRatio().orElse(0))
                        + " of the data packets come after later ones, and " + percent(loss.retransmitRatio())
                        + " are sent again";
            case UNFAIR ->
                percent(views.horizon().unresponsiveRatio())
                        + " of the bytes answer to no loss and take the queue from the rest, which drops "
                        + percent(loss.dropRatio());
            case PATH_CHANGE ->
                String.format(
                        Locale.ROOT,
                        "the path became another: its round-trip time was %.0f ms and is %.0f ms",
                        views.floors().beforeMicros / 1e3,
                        views.floors().afterMicros / 1e3);
            case RANDOM_LOSS ->
                percent(loss.elsewhereRatio()) + " of the packets are lost one by one, whatever the load";
            case UNKNOWN ->
                percent(Math.max(Math.max(loss.dropRatio(), loss.trailRatio()), loss.retransmitRatio()))
                        + " of the packets are lost or sent again, neither by a policer nor by a standing queue";
            default -> "no standing queue, and hardly any loss";
        };
    }

    private static String text(PolicerEstimate policer) {
        return Units.rate(policer.rateBitsPerSecond())
                + (policer.refilled() ? ", bucket " : ", bucket at least ")
                + Units.size(policer.bucketBytes());
    }

    private static String percent(double ratio) {
        return String.format(Locale.ROOT, "%.1f %%", ratio * 100);
    }

    private static String millis(OptionalDouble value) {
        return String.format(Locale.ROOT, "%.0f ms", value.orElse(0));
    }
}
