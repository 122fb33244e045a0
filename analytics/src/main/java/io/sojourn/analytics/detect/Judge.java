// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.PolicerEstimate;
import io.sojourn.telemetry.Units;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The decision table, top down, first match. Between the threshold that raises a cause and the one that clears it (at
 * most half) nothing is said, and what held before goes on.
 *
 * <table>
 * <caption>Rows</caption>
 * <tr><th>cause</th><th>raised when</th><th>false positives</th></tr>
 * <tr><td>INSUFFICIENT</td><td>below 200 packets, or 3 s (less with many round trips)</td><td>none</td></tr>
 * <tr><td>POLICED</td><td>counters: policed at least 1 % of offered and 15 packets. Else inference: as much lost by
 *     trail, losses explain the resends, PD-C code 0, rho below 0.25, no delay inflated before the losses</td>
 *     <td>see {@link PdCapped}, {@link DelayDiscriminator}</td></tr>
 * <tr><td>RECEIVE_WINDOW_LIMITED</td><td>standing, hardly any loss, windows explain the rate</td><td>see {@link
 *     ReceiveWindowLimit}</td></tr>
 * <tr><td>BUFFERBLOAT</td><td>standing in half of the 100 ms buckets</td><td>see {@link StandingQueue}</td></tr>
 * <tr><td>UNKNOWN</td><td>1 % and 15 packets lost or sent again, now and over the horizon, by none of the above</td>
 *     <td>any trouble this release has no name for</td></tr>
 * <tr><td>HEALTHY</td><td>none of these</td><td>trouble that neither delays nor loses here</td></tr>
 * </table>
 */
final class Judge {
    static final long LEAST_MILLIS = 3_000;
    static final long LEAST_SHORT_MILLIS = 1_000;
    static final int LEAST_ROUND_TRIPS = 100;
    static final long LEAST_PACKETS = 200;
    static final double LOSS_RAISE = 0.01;
    static final double LOSS_CLEAR = 0.005;
    static final double STANDING_RAISE = 0.5;
    static final double STANDING_CLEAR = 0.2;
    /** "About no loss" of the table's receive-window row. */
    static final double WINDOW_LIMITED_LOSS = 0.001;
    /** What happened only before this is over: a policer that was taken away is not held against its queue. */
    static final long RECENT_MILLIS = 3_000;

    private final Horizon horizon;
    private final LossView loss;
    private final LossView recent;
    private final DelayView delay;
    private final PolicerInference inference;
    private final @Nullable Cause held;

    private Judge(
            Horizon horizon, TrailView trails, DelayView delay, PolicerInference inference, @Nullable Cause held) {
        this.horizon = horizon;
        this.loss = LossView.of(horizon, trails);
        this.recent = LossView.of(horizon.last(RECENT_MILLIS), trails);
        this.delay = delay;
        this.inference = inference;
        this.held = held;
    }

    /**
     * @param held the cause that holds now
     * @param policer the estimate so far
     */
    static Judgement judge(
            Horizon horizon,
            TrailView trails,
            DelayView delay,
            PolicerInference inference,
            @Nullable Cause held,
            @Nullable PolicerEstimate policer) {
        Judge judge = new Judge(horizon, trails, delay, inference, held);
        @Nullable Cause cause = judge.cause();
        @Nullable Cause also = cause == null ? null : judge.also(cause);
        return new Judgement(
                cause,
                also,
                judge.confidence(cause),
                cause == Cause.POLICED ? policer : null,
                new EvidenceOf(horizon, loss(judge), delay, inference).measures(),
                cause == null ? "" : judge.summary(cause, policer));
    }

    private static LossView loss(Judge judge) {
        return judge.loss;
    }

    private @Nullable Cause cause() {
        if (!isLongEnough() || horizon.offeredPackets() < LEAST_PACKETS) {
            return Cause.INSUFFICIENT;
        }
        if (isPoliced()) {
            return Cause.POLICED;
        }
        double standing = delay.standing().orElse(0);
        boolean bloatHeld = held == Cause.BUFFERBLOAT || held == Cause.RECEIVE_WINDOW_LIMITED;
        if (standing >= (bloatHeld ? STANDING_CLEAR : STANDING_RAISE)) {
            return standingCause();
        }
        if (isFading()) {
            return null;
        }
        if (loss.anyAbove(LOSS_RAISE) && recent.anyAbove(LOSS_RAISE)) {
            return Cause.UNKNOWN;
        }
        boolean quiet = held == null || !held.isTrouble() || !loss.anyAbove(LOSS_CLEAR);
        boolean drained = held == null || !held.isTrouble() || standing < STANDING_CLEAR;
        return quiet && drained && !loss.anyAbove(LOSS_RAISE) ? Cause.HEALTHY : null;
    }

    /** Three seconds, or a hundred round trips in at least one: either way slow start is over. */
    private boolean isLongEnough() {
        long millis = horizon.coveredMillis();
        double rttMicros = horizon.rttMicros().quantile(0.5).orElse(Double.POSITIVE_INFINITY);
        return millis >= LEAST_MILLIS
                || (millis >= LEAST_SHORT_MILLIS && millis * 1_000.0 >= LEAST_ROUND_TRIPS * rttMicros);
    }

    private boolean isPoliced() {
        double bound = held == Cause.POLICED ? LOSS_CLEAR : LOSS_RAISE;
        if (loss.policedAbove(bound)) {
            return recent.policedRatio() >= LOSS_CLEAR;
        }
        return loss.trailAbove(bound)
                && recent.trailRatio() >= LOSS_CLEAR / 2
                && loss.explainsResends()
                && !loss.isOwnTail()
                && inference.isPolicer();
    }

    /** A policer held, and its losses are not yet out of the horizon: no other cause is raised on them. */
    private boolean isFading() {
        return held == Cause.POLICED && loss.anyAbove(LOSS_CLEAR) && !recent.anyAbove(LOSS_RAISE);
    }

    /** Both names fit a queue that windows fill: what was said first stays, so that they don't take turns. */
    private @Nullable Cause standingCause() {
        if (held == Cause.BUFFERBLOAT || held == Cause.RECEIVE_WINDOW_LIMITED) {
            return held == Cause.BUFFERBLOAT || isWindowFlat() ? held : Cause.BUFFERBLOAT;
        }
        return isWindowLimited() ? Cause.RECEIVE_WINDOW_LIMITED : Cause.BUFFERBLOAT;
    }

    private boolean isWindowLimited() {
        Horizon now = horizon.last(RECENT_MILLIS);
        OptionalDouble rtt = now.rttMicros().quantile(0.5);
        return rtt.isPresent()
                && isWindowFlat()
                && ReceiveWindowLimit.holds(
                        now.advertisedWindowBytes(),
                        now.inflightBytes(),
                        rtt.getAsDouble(),
                        now.payloadBitsPerSecond());
    }

    private boolean isWindowFlat() {
        Horizon now = horizon.last(RECENT_MILLIS);
        return now.advertisedWindowBytes() > 0
                && now.inflightBytes() >= ReceiveWindowLimit.FLAT_RATIO * now.advertisedWindowBytes()
                && Math.max(recent.dropRatio(), recent.retransmitRatio()) < WINDOW_LIMITED_LOSS;
    }

    private @Nullable Cause also(Cause cause) {
        boolean stands = delay.standing().orElse(0) >= STANDING_RAISE;
        return switch (cause) {
            case RECEIVE_WINDOW_LIMITED -> Cause.BUFFERBLOAT;
            case BUFFERBLOAT -> isWindowLimited() ? Cause.RECEIVE_WINDOW_LIMITED : null;
            case POLICED, UNKNOWN -> stands ? Cause.BUFFERBLOAT : null;
            default -> null;
        };
    }

    /**
     * How sure, 0 to 1: counters outrank inference; inference gains with a bucket seen to refill and a steady rate;
     * standing counts by its share; the rest is 0.5 and more with more packets. Ranks findings, is no probability.
     */
    private double confidence(@Nullable Cause cause) {
        if (cause == null) {
            return 0;
        }
        return switch (cause) {
            case POLICED ->
                loss.policedAbove(LOSS_CLEAR)
                        ? 0.95
                        : 0.6
                                + (inference.test().refilled() ? 0.15 : 0)
                                + (inference.longTermBitsPerSecond().isPresent() ? 0.1 : 0);
            case BUFFERBLOAT, RECEIVE_WINDOW_LIMITED ->
                0.5 + 0.45 * delay.standing().orElse(0);
            case HEALTHY -> delay.delayMicros().isEmpty() ? 0.5 : 0.9;
            default -> 0.5;
        };
    }

    private String summary(Cause cause, @Nullable PolicerEstimate policer) {
        return switch (cause) {
            case INSUFFICIENT ->
                "too little traffic to judge: " + horizon.offeredPackets() + " packets in "
                        + horizon.coveredMillis() / 1_000 + " s";
            case POLICED ->
                "a policer drops " + percent(Math.max(loss.policedRatio(), loss.trailRatio()))
                        + " of the packets offered" + (policer == null ? "" : ": " + text(policer));
            case RECEIVE_WINDOW_LIMITED ->
                "the receivers' windows fill the queue, which stands at " + millis(delay.increaseMillis())
                        + " above its base";
            case BUFFERBLOAT ->
                "the queue stands at " + millis(delay.increaseMillis()) + " above its base in "
                        + percent(delay.standing().orElse(0)) + " of the time";
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
        return String.format(java.util.Locale.ROOT, "%.1f %%", ratio * 100);
    }

    private static String millis(OptionalDouble value) {
        return String.format(java.util.Locale.ROOT, "%.0f ms", value.orElse(0));
    }
}
