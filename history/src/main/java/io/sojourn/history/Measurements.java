// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import io.sojourn.history.Measurement.Moment;
import io.sojourn.history.Measurement.Of;
import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.Incident;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Setting;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.Span;
import io.sojourn.telemetry.Wire;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The one table of measurements, tags, fields, types and units: it writes the points and creates QuestDB's tables.
 *
 * <p>Units are in the names: {@code _packets}, {@code _bytes} and {@code _count} are whole numbers; {@code _bps} is bits
 * a second, {@code _ratio} 0 to 1, {@code _ms} milliseconds, all fractions but for {@code rate_bps}-like settings and
 * moments. Tags are bounded identities; flows, ids and texts are fields. Percentiles are of one row's sketch, at most 1 %
 * off, and must not be averaged: merge the sketches in {@code json} instead. The windows: {@link WindowMeasurements}.
 */
final class Measurements {
    static final Measurement<QueueWindow> QUEUE_WINDOW = WindowMeasurements.queueWindow();
    static final Measurement<QueueWindow> SCOPE_WINDOW = WindowMeasurements.scopeWindow();
    static final Measurement<FlowRow> FLOW_WINDOW = flowWindow();
    static final Measurement<Finding> FINDING = finding();
    static final Measurement<Recommendation> RECOMMENDATION = recommendation();
    static final Measurement<Setting> SETTING = setting();
    static final Measurement<AppliedSetting> APPLIED_SETTING = appliedSetting();
    static final Measurement<Incident> INCIDENT = incident();
    static final Measurement<Reject> REJECT = reject();

    static final List<Measurement<?>> ALL = List.of(
            QUEUE_WINDOW,
            SCOPE_WINDOW,
            FLOW_WINDOW,
            FINDING,
            RECOMMENDATION,
            SETTING,
            APPLIED_SETTING,
            INCIDENT,
            REJECT);

    private Measurements() {}

    /** "1s", "10s", "1m", "5m", "1h"; milliseconds where a size is no whole second. */
    static String windowTag(long sizeMillis) {
        if (sizeMillis % 3_600_000 == 0) {
            return sizeMillis / 3_600_000 + "h";
        }
        if (sizeMillis % 60_000 == 0) {
            return sizeMillis / 60_000 + "m";
        }
        return sizeMillis % 1_000 == 0 ? sizeMillis / 1_000 + "s" : sizeMillis + "ms";
    }

    private static Measurement<FlowRow> flowWindow() {
        Measurement<FlowRow> m = new Measurement<FlowRow>(
                        "flow_window", r -> Moment.of(r.window().startMillis()))
                .tag("node", r -> r.window().node())
                .tag("queue", r -> r.window().queue())
                .tag("w", r -> windowTag(r.window().sizeMillis()))
                .tag("rank", r -> String.valueOf(r.rank()))
                .count(
                        "flow_count",
                        r -> r.rank() > 0 ? null : (long) r.window().flows().size())
                .count("other_bytes", r -> r.rank() > 0 ? null : r.window().otherBytes())
                .json(r -> r.rank() > 0 ? null : Wire.text(r.window()));
        Of<FlowRow, FlowSample> flow = FlowRow::flow;
        return m.text("flow", flow.then(FlowSample::flow))
                .count("packets", flow.then(FlowSample::packets))
                .count("bytes", flow.then(FlowSample::bytes))
                .count("data_packets", flow.then(FlowSample::dataPackets))
                .count("lost_packets", flow.then(FlowSample::lostPackets))
                .count("retransmitted_packets", flow.then(FlowSample::retransmittedPackets))
                .count("reordered_packets", flow.then(FlowSample::reorderedPackets))
                .real("rtt_p50_ms", flow.then(FlowSample::rttMicros).then(s -> quantileMillis(s, 0.5)))
                .real("rtt_p95_ms", flow.then(FlowSample::rttMicros).then(s -> quantileMillis(s, 0.95)))
                .real("rtt_min_ms", flow.then(FlowSample::minRttMicros).then(Measurements::millis))
                .count("inflight_bytes", flow.then(FlowSample::inflightBytes));
    }

    /**
     * A finding closes and its successor opens in one millisecond, so {@code state} is part of the identity, and versions
     * of one id written in one millisecond are a microsecond apart.
     */
    private static Measurement<Finding> finding() {
        return new Measurement<Finding>("finding", f -> Moment.of(f.observedMillis(), f.version(), f.id()))
                .tag("node", Finding::node)
                .tag("queue", Finding::queue)
                .tag("state", f -> f.state().name())
                .tag("cause", f -> f.cause().name())
                .key("id", Finding::id)
                .count("version", Finding::version)
                .text("also", f -> f.also() == null ? null : f.also().name())
                .flag("trouble", f -> f.cause().isTrouble())
                .real("confidence_ratio", Finding::confidence)
                .real("since_ms", f -> (double) f.sinceMillis())
                .count(
                        "policer_rate_bps",
                        f -> f.policer() == null ? null : f.policer().rateBitsPerSecond())
                .count(
                        "policer_bucket_bytes",
                        f -> f.policer() == null ? null : f.policer().bucketBytes())
                .text("summary", Finding::summary)
                .json(Wire::text);
    }

    /** All versions bear the time of the first: a decision is a microsecond later. */
    private static Measurement<Recommendation> recommendation() {
        Measurement<Recommendation> m = new Measurement<Recommendation>(
                        "recommendation", r -> Moment.of(r.createdMillis(), r.version(), r.id()))
                .tag("node", Recommendation::node)
                .tag("queue", Recommendation::queue)
                .tag("state", r -> r.state().name())
                .tag("cause", r -> r.cause().name())
                .key("id", Recommendation::id)
                .count("version", Recommendation::version)
                .text("finding_id", Recommendation::findingId)
                .flag("applicable", Recommendation::applicable)
                .text("reason", Recommendation::reason)
                .text("rule", Recommendation::rule)
                .text("author", Recommendation::author)
                .real("expires_ms", r -> (double) r.expiresMillis());
        discipline(m, "current_", Recommendation::current);
        settings(m, "current_", Recommendation::current);
        discipline(m, "proposed_", Recommendation::proposed);
        settings(m, "proposed_", Recommendation::proposed);
        span(m, "predicted_goodput", "bps", r -> r.predicted().goodputBitsPerSecond());
        span(m, "predicted_delay_p50", "ms", r -> r.predicted().delayP50Millis());
        span(m, "predicted_delay_p95", "ms", r -> r.predicted().delayP95Millis());
        span(m, "predicted_loss", "ratio", r -> r.predicted().lossRatio());
        return m.json(Wire::text);
    }

    private static Measurement<Setting> setting() {
        Measurement<Setting> m = new Measurement<Setting>("setting", s -> Moment.of(s.issuedMillis(), s.revision(), ""))
                .tag("node", Setting::node)
                .tag("queue", Setting::queue)
                .count("revision", Setting::revision)
                .count("expected_revision", Setting::expectedRevision)
                .text("author", Setting::author)
                .text("recommendation_id", Setting::recommendationId)
                .real("expires_ms", s -> (double) s.expiresMillis());
        discipline(m, "", Setting::settings);
        settings(m, "", Setting::settings);
        return m.json(Wire::text);
    }

    private static Measurement<AppliedSetting> appliedSetting() {
        Measurement<AppliedSetting> m = new Measurement<AppliedSetting>(
                        "applied_setting", s -> Moment.of(s.atMillis(), s.revision(), ""))
                .tag("node", AppliedSetting::node)
                .tag("queue", AppliedSetting::queue)
                .tag("outcome", s -> s.outcome().name())
                .count("revision", AppliedSetting::revision)
                .count("in_force_revision", AppliedSetting::inForceRevision)
                .text("reason", AppliedSetting::reason)
                .text("recommendation_id", AppliedSetting::recommendationId);
        discipline(m, "", AppliedSetting::inForce);
        settings(m, "", AppliedSetting::inForce);
        return m.json(Wire::text);
    }

    /** Two rows at most: one while it is open, at its beginning, and one when it is over, at its end. */
    private static Measurement<Incident> incident() {
        return new Measurement<Incident>("incident", i -> Moment.of(incidentMillis(i), 0, i.fingerprint()))
                .tag("node", Incident::node)
                .tag("queue", Incident::queue)
                .tag("rule", Incident::rule)
                .tag("state", i -> i.open() ? "OPEN" : "CLOSED")
                .key("fingerprint", Incident::fingerprint)
                .text("severity", i -> i.severity().name())
                .real("since_ms", i -> (double) i.sinceMillis())
                .real("duration_ms", i -> i.untilMillis() == null ? null : (double) (i.untilMillis() - i.sinceMillis()))
                .text("summary", Incident::summary)
                .json(Wire::text);
    }

    private static long incidentMillis(Incident i) {
        return i.open() || i.untilMillis() == null ? i.sinceMillis() : i.untilMillis();
    }

    /** Rejects have no version; what tells those of one millisecond apart is their source and field. */
    private static Measurement<Reject> reject() {
        return new Measurement<Reject>("reject", r -> Moment.hashed(r.observedMillis(), r.source() + '\n' + r.field()))
                .tag("node", Reject::node)
                .key("source", Reject::source)
                .key("field", Reject::field)
                .text("value", Reject::value)
                .text("bound", Reject::bound)
                .text("mend", Reject::mend)
                .json(Wire::text);
    }

    private static <R> void discipline(Measurement<R> m, String prefix, Of<R, QueueSettings> from) {
        m.text(prefix + "discipline", from.then(s -> s.discipline().name()));
    }

    static <R> void settings(Measurement<R> m, String prefix, Of<R, QueueSettings> from) {
        m.count(prefix + "rate_bps", from.then(QueueSettings::rateBitsPerSecond))
                .count(prefix + "burst_bytes", from.then(QueueSettings::burstBytes))
                .count(prefix + "limit_packets", from.then(QueueSettings::limitPackets))
                .count(prefix + "limit_bytes", from.then(QueueSettings::limitBytes))
                .real(prefix + "target_ms", from.then(s -> millis(s.targetMicros())))
                .real(prefix + "interval_ms", from.then(s -> millis(s.intervalMicros())));
    }

    private static <R> void span(Measurement<R> m, String name, String unit, Of<R, Span> from) {
        m.real(name + "_low_" + unit, from.then(Span::low)).real(name + "_high_" + unit, from.then(Span::high));
    }

    static @Nullable Double quantile(Sketch sketch, double q) {
        OptionalDouble value = sketch.quantile(q);
        return value.isPresent() ? value.getAsDouble() : null;
    }

    /** The sketch is of microseconds. */
    private static @Nullable Double quantileMillis(Sketch sketch, double q) {
        Double micros = quantile(sketch, q);
        return micros == null ? null : micros / 1e3;
    }

    static @Nullable Double millis(@Nullable Number micros) {
        return micros == null ? null : micros.doubleValue() / 1e3;
    }
}
