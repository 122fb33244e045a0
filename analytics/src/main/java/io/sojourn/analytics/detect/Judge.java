// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Measure;
import io.sojourn.telemetry.PolicerEstimate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The exclusive choice among the suspicions: the first in the order of {@link Suspects} that is raised, or that holds and
 * still may. Between the score that raises a cause and the one that clears it nothing is said, and what held before goes
 * on.
 *
 * <p>INSUFFICIENT, before all: below 200 packets, or 3 s (less with many round trips). HEALTHY, after all: none of the
 * others, and the last one has cleared. False "healthy": trouble that neither delays nor loses here.
 */
final class Judge {
    static final long LEAST_MILLIS = 3_000;
    static final long LEAST_SHORT_MILLIS = 1_000;
    static final int LEAST_ROUND_TRIPS = 100;
    static final long LEAST_PACKETS = 200;

    private final Views views;
    private final List<Suspicion> suspicions;

    Judge(Views views) {
        this.views = views;
        this.suspicions = Suspects.suspicions(views);
    }

    /** @param policer the estimate so far */
    Judgement judge(@Nullable PolicerEstimate policer) {
        @Nullable Cause cause = cause();
        @Nullable PolicerEstimate known = cause == Cause.POLICED ? policer : null;
        return new Judgement(
                cause,
                cause == null ? null : also(cause),
                Confidence.of(
                        cause, views, cause == null ? null : suspicion(cause).orElse(null)),
                known,
                evidence(cause),
                cause == null ? "" : new Summary(views).of(cause, known));
    }

    private @Nullable Cause cause() {
        if (!isLongEnough() || views.horizon().offeredPackets() < LEAST_PACKETS) {
            return Cause.INSUFFICIENT;
        }
        Optional<Cause> chosen =
                suspicions.stream().filter(this::speaks).map(Suspicion::cause).findFirst();
        if (chosen.isPresent()) {
            return isFading() && Suspects.isLast(chosen.get()) ? null : chosen.get();
        }
        return isFading() || !isQuiet() ? null : Cause.HEALTHY;
    }

    /** Three seconds, or a hundred round trips in at least one: either way slow start is over. */
    private boolean isLongEnough() {
        Horizon horizon = views.horizon();
        long millis = horizon.coveredMillis();
        double rttMicros = horizon.rttMicros().quantile(0.5).orElse(Double.POSITIVE_INFINITY);
        return millis >= LEAST_MILLIS
                || (millis >= LEAST_SHORT_MILLIS && millis * 1_000.0 >= LEAST_ROUND_TRIPS * rttMicros);
    }

    /** Both names fit a queue that windows fill: what was said first stays, so that they don't take turns. */
    private boolean speaks(Suspicion suspicion) {
        @Nullable Cause held = views.held();
        boolean standing = isStanding(suspicion.cause());
        boolean holds = suspicion.cause() == held || (standing && isStanding(held));
        boolean yields = suspicion.cause() == Cause.RECEIVE_WINDOW_LIMITED && held == Cause.BUFFERBLOAT;
        return !yields && suspicion.score() >= (holds ? Criterion.HELD : Criterion.RAISED);
    }

    private static boolean isStanding(@Nullable Cause cause) {
        return cause == Cause.BUFFERBLOAT || cause == Cause.RECEIVE_WINDOW_LIMITED;
    }

    /** A policer held, and its losses are not yet out of the horizon: no other cause is raised on them. */
    private boolean isFading() {
        return views.held() == Cause.POLICED
                && views.loss().anyAbove(LossView.CLEAR)
                && !views.recent().anyAbove(LossView.RAISE);
    }

    private boolean isQuiet() {
        @Nullable Cause held = views.held();
        boolean trouble = held != null && held.isTrouble();
        boolean cleared = !views.loss().anyAbove(LossView.CLEAR) && views.standing() < Bloated.CLEAR;
        return !views.loss().anyAbove(LossView.RAISE) && (!trouble || cleared);
    }

    private @Nullable Cause also(Cause cause) {
        return switch (cause) {
            case RECEIVE_WINDOW_LIMITED -> Cause.BUFFERBLOAT;
            case BUFFERBLOAT -> WindowLimited.isClear(views) ? Cause.RECEIVE_WINDOW_LIMITED : null;
            case HEALTHY, INSUFFICIENT -> null;
            default -> views.standing() >= Bloated.RAISE ? Cause.BUFFERBLOAT : null;
        };
    }

    private Optional<Suspicion> suspicion(Cause cause) {
        return suspicions.stream().filter(one -> one.cause() == cause).findFirst();
    }

    private List<Measure> evidence(@Nullable Cause cause) {
        List<Measure> measures = new ArrayList<>(
                new EvidenceOf(views.horizon(), views.loss(), views.delay(), views.inference()).measures());
        if (cause != null) {
            suspicion(cause).stream()
                    .flatMap(one -> one.criteria().stream())
                    .map(Criterion::measure)
                    .filter(measure -> Evidence.find(measures, measure.name()).isEmpty())
                    .forEach(measures::add);
        }
        suspicions.forEach(one -> measures.add(Evidence.score(one)));
        return List.copyOf(measures);
    }
}
