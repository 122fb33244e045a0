// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import io.sojourn.history.Measurement.Moment;
import io.sojourn.history.Measurement.Of;
import io.sojourn.telemetry.Quantiles;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.WindowFigures;
import io.sojourn.telemetry.Wire;

/**
 * The windows' part of {@link Measurements}: queues, and the parents above them, with the same fields. A window is final and has
 * no version: its start, its size and whose it is say which it is.
 */
final class WindowMeasurements {
    private static final Of<QueueWindow, WindowFigures> FIGURES = QueueWindow::figures;

    private WindowMeasurements() {}

    static Measurement<QueueWindow> queueWindow() {
        return fields(window("queue_window")
                .tag("node", QueueWindow::node)
                .tag("queue", QueueWindow::queue)
                .tag("w", w -> Measurements.windowTag(w.sizeMillis()))
                .tag("discipline", w -> w.settings().discipline().name()));
    }

    static Measurement<QueueWindow> scopeWindow() {
        return fields(window("scope_window")
                .tag("scope", w -> w.scope().label())
                .tag("name", WindowMeasurements::scopeName)
                .tag("w", w -> Measurements.windowTag(w.sizeMillis())));
    }

    /** A link is one queue of one node; of the others one of the two names is the scope's label. */
    private static String scopeName(QueueWindow w) {
        if (w.scope() == Scope.LINK) {
            return Topic.queueKey(w.node(), w.queue());
        }
        return w.scope() == Scope.NODE ? w.node() : w.queue();
    }

    private static Measurement<QueueWindow> window(String name) {
        return new Measurement<>(name, w -> Moment.of(w.startMillis()));
    }

    private static Measurement<QueueWindow> fields(Measurement<QueueWindow> m) {
        coverage(m);
        Measurements.settings(m, "", QueueWindow::settings);
        traffic(m);
        ratios(m);
        backlog(m);
        sketch(m, "sojourn", QueueWindow::sojournMicros);
        sketch(m, "sojourn_floor", QueueWindow::sojournFloorMicros);
        sketch(m, "rtt", QueueWindow::rttMicros);
        sketch(m, "rtt_floor", QueueWindow::rttFloorMicros);
        sketch(m, "rtt_loaded", QueueWindow::rttLoadedMicros);
        sketch(m, "ipdv", QueueWindow::ipdvMicros);
        sketch(m, "pdv", QueueWindow::pdvMicros);
        delay(m);
        quality(m);
        return ends(m).json(Wire::text);
    }

    private static void coverage(Measurement<QueueWindow> m) {
        m.count("sample_count", QueueWindow::sampleCount)
                .real("covered_ms", w -> (double) w.coveredMillis())
                .count("queue_count", QueueWindow::queueCount)
                .count("expected_queue_count", QueueWindow::expectedQueues)
                .count("lost_batch_count", QueueWindow::lostBatches)
                .real("coverage_ratio", FIGURES.then(WindowFigures::coverageRatio))
                .real("rtt_coverage_ratio", FIGURES.then(WindowFigures::rttCoverageRatio));
    }

    private static void traffic(Measurement<QueueWindow> m) {
        m.count("link_bps", QueueWindow::linkBitsPerSecond)
                .count("committed_bps", QueueWindow::committedBitsPerSecond)
                .count("offered_packets", QueueWindow::offeredPackets)
                .count("offered_bytes", QueueWindow::offeredBytes)
                .count("sent_packets", QueueWindow::sentPackets)
                .count("sent_bytes", QueueWindow::sentBytes)
                .count("dropped_packets", w -> w.drops().total())
                .count("dropped_policed_packets", w -> w.drops().policed())
                .count("dropped_tail_packets", w -> w.drops().tail())
                .count("dropped_aqm_packets", w -> w.drops().aqm())
                .count("dropped_limit_packets", w -> w.drops().limit())
                .count("dropped_bytes", QueueWindow::droppedBytes)
                .count("marked_packets", QueueWindow::markedPackets);
    }

    private static void ratios(Measurement<QueueWindow> m) {
        m.real("utilisation_ratio", QueueWindow::utilisationRatio)
                .real("link_utilisation_ratio", FIGURES.then(WindowFigures::linkUtilisationRatio))
                .real("throughput_mean_bps", QueueWindow::throughputMeanBitsPerSecond)
                .real("throughput_peak_bps", QueueWindow::throughputPeakBitsPerSecond)
                .real("throughput_p95_bps", FIGURES.then(WindowFigures::throughputP95BitsPerSecond))
                .real("sent_pps", FIGURES.then(WindowFigures::packetsPerSecond))
                .real("drop_ratio", QueueWindow::dropRatio)
                .real("dropped_policed_ratio", FIGURES.then(WindowFigures::policedRatio))
                .real("dropped_tail_ratio", FIGURES.then(WindowFigures::tailDropRatio))
                .real("dropped_aqm_ratio", FIGURES.then(WindowFigures::aqmDropRatio))
                .real("dropped_limit_ratio", FIGURES.then(WindowFigures::limitDropRatio))
                .real("mark_ratio", QueueWindow::markRatio)
                .real("retransmit_ratio", QueueWindow::retransmitRatio)
                .real("rated_ms", w -> (double) w.ratedMillis())
                .real("above_committed_ratio", FIGURES.then(WindowFigures::aboveCommittedRatio))
                .real("above_80_ratio", FIGURES.then(WindowFigures::above80Ratio))
                .real("above_95_ratio", FIGURES.then(WindowFigures::above95Ratio));
    }

    private static void backlog(Measurement<QueueWindow> m) {
        m.count("backlog_peak_packets", QueueWindow::backlogPeakPackets)
                .count("backlog_peak_bytes", QueueWindow::backlogPeakBytes)
                .real("backlog_mean_packets", FIGURES.then(WindowFigures::backlogMeanPackets))
                .real("backlog_mean_bytes", FIGURES.then(WindowFigures::backlogMeanBytes))
                .real("backlog_limit_ratio", FIGURES.then(WindowFigures::backlogLimitRatio));
    }

    /**
     * Count, sum and extremes add up over windows; the three percentiles are for drawing this window only, and are there only
     * when enough values are, see {@link Quantiles}.
     */
    private static void sketch(Measurement<QueueWindow> m, String name, Of<QueueWindow, Sketch> from) {
        Of<QueueWindow, Sketch> seen = from.then(sketch -> sketch.isEmpty() ? null : sketch);
        Of<QueueWindow, Quantiles> quantiles = from.then(Quantiles::of);
        m.count(name + "_count", from.then(Sketch::count))
                .real(name + "_sum_ms", seen.then(s -> Measurements.millis(s.sum())))
                .real(name + "_min_ms", seen.then(s -> Measurements.millis(s.min())))
                .real(name + "_max_ms", seen.then(s -> Measurements.millis(s.max())))
                .real(name + "_p50_ms", quantiles.then(q -> Measurements.millis(q.p50())))
                .real(name + "_p95_ms", quantiles.then(q -> Measurements.millis(q.p95())))
                .real(name + "_p99_ms", quantiles.then(q -> Measurements.millis(q.p99())));
    }

    private static void delay(Measurement<QueueWindow> m) {
        m.real("standing_ratio", FIGURES.then(WindowFigures::standingRatio))
                .real("base_rtt_ms", FIGURES.then(f -> Measurements.millis(f.baseRttMicros())))
                .real("rtt_increase_ms", FIGURES.then(f -> Measurements.millis(f.rttIncreaseMicros())))
                .real("jitter_ms", w -> Measurements.millis(w.jitterMicros()));
    }

    private static void quality(Measurement<QueueWindow> m) {
        m.text("bloat_grade", FIGURES.then(WindowFigures::bloatGrade))
                .text("bloat_scale", FIGURES.then(WindowFigures::bloatScale))
                .real("pseudo_rpm", FIGURES.then(WindowFigures::pseudoRpm))
                .real("quality_web", FIGURES.then(WindowFigures::qualityWeb))
                .real("quality_video_call", FIGURES.then(WindowFigures::qualityVideoCall))
                .real("quality_streaming", FIGURES.then(WindowFigures::qualityStreaming));
    }

    private static Measurement<QueueWindow> ends(Measurement<QueueWindow> m) {
        return m.real("tokens_at_loss_p50_bytes", w -> Measurements.quantile(w.tokensAtLossBytes(), 0.5))
                .count("active_flow_count", QueueWindow::activeFlows)
                .count("sampled_flow_count", QueueWindow::flowCount)
                .real("fairness_ratio", FIGURES.then(WindowFigures::fairnessRatio))
                .count("data_packets", QueueWindow::dataPackets)
                .count("retransmitted_packets", QueueWindow::retransmittedPackets)
                .count("reordered_packets", QueueWindow::reorderedPackets)
                .count("advertised_window_bytes", QueueWindow::advertisedWindowBytes)
                .count("inflight_bytes", QueueWindow::inflightBytes)
                .count("window_limited_flow_count", QueueWindow::windowLimitedFlows)
                .count("unresponsive_bytes", QueueWindow::unresponsiveBytes);
    }
}
