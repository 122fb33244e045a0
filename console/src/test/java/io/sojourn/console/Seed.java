// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FindingState;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.Measure;
import io.sojourn.telemetry.Outcome;
import io.sojourn.telemetry.PolicerEstimate;
import io.sojourn.telemetry.Prediction;
import io.sojourn.telemetry.Quantiles;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Setting;
import io.sojourn.telemetry.Span;
import io.sojourn.telemetry.WindowFigures;
import io.sojourn.testkit.Windows;
import io.sojourn.testkit.Windows.QueueWindowBuilder;
import java.util.List;
import java.util.Random;

/** A small network for the tests: one queue of each kind, an hour of 10 s windows, the same each time. */
final class Seed {
    static final String POLICED_ID = "edge-1/sub->1042 voice@1700000000000";
    static final QueueSettings POLICER = QueueSettings.policer(20_000_000, 31_250, LengthAccounting.IP);
    static final QueueSettings SHAPER = QueueSettings.shaper(20_000_000, 3_028, 200L, LengthAccounting.IP);
    private static final int WINDOWS = 180;

    final FakeData data = new FakeData();
    final long endMillis;
    private final Random random = new Random(7);

    /** @param endMillis a multiple of 10 000: end of the newest live window */
    Seed(long endMillis) {
        this.endMillis = endMillis;
        queue("core-2", "uplink", Kind.CALM, Clocking.LIVE);
        queue("edge-1", "sub->1042 voice", Kind.POLICED, Clocking.LIVE);
        queue("edge-2", "wan0/bulk", Kind.BLOATED, Clocking.LIVE);
        queue("edge-2", "wan0/mgmt", Kind.QUIET, Clocking.LIVE);
        queue("lab", "run <b>7</b>", Kind.LOSSY, Clocking.RECORDED);
        finding("core-2", "uplink", Cause.HEALTHY, 0.93, "Delay and loss are within bounds.");
        finding(
                "edge-1",
                "sub->1042 voice",
                Cause.POLICED,
                0.97,
                "A policer at 20 Mbit/s drops 4.1 % of the packets; its bucket of 31.25 kB is too small for the round-trip time.");
        finding(
                "edge-2",
                "wan0/bulk",
                Cause.BUFFERBLOAT,
                0.91,
                "A full buffer of 1 000 packets adds 180 ms to every packet.");
        finding("edge-2", "wan0/mgmt", Cause.INSUFFICIENT, 0.4, "Too few packets to say anything.");
        finding("lab", "run <b>7</b>", Cause.RANDOM_LOSS, 0.7, "Losses come alone and at any load.");
        recommend();
        data.applied.add(new AppliedSetting(
                Schema.CURRENT, "edge-2", "wan0/bulk", 3, Outcome.APPLIED, "", 3, bulk(), null, endMillis - 600_000));
        data.settings.add(new Setting(
                Schema.CURRENT,
                "edge-2",
                "wan0/bulk",
                3,
                2,
                bulk(),
                "ana",
                endMillis - 601_000,
                endMillis,
                null,
                "c2VjcmV0"));
        data.rejects.add(new Reject(
                Schema.CURRENT,
                "samples-0@17",
                "edge-9",
                endMillis - 5_000,
                "queues[0].sentBytes",
                "-1",
                "at least 0",
                "send differences, not running totals",
                null));
    }

    enum Kind {
        CALM,
        POLICED,
        BLOATED,
        QUIET,
        LOSSY
    }

    private static QueueSettings bulk() {
        return new QueueSettings(
                Discipline.FIFO, 50_000_000L, null, 1_000L, null, null, null, LengthAccounting.ETHERNET);
    }

    private void queue(String node, String queue, Kind kind, Clocking clocking) {
        long end = clocking == Clocking.LIVE ? endMillis : 1_600_000_000_000L;
        for (int i = 0; i < WINDOWS; i++) {
            // A hole of two windows shows that missing data is a gap.
            if (i != 60 && i != 61) {
                data.windows.add(window(node, queue, kind, clocking, end - (WINDOWS - i) * 10_000L, i));
            }
        }
    }

    QueueWindow window(String node, String queue, Kind kind, Clocking clocking, long start, int i) {
        boolean bad = i > 70;
        double busy =
                switch (kind) {
                    case CALM -> 0.45 + 0.15 * Math.sin(i / 20.0);
                    case POLICED -> bad ? 0.98 : 0.6;
                    case BLOATED -> bad ? 0.995 : 0.7;
                    case QUIET -> 0;
                    case LOSSY -> 0.35;
                };
        busy *= 0.97 + 0.05 * random.nextDouble();
        QueueSettings settings =
                switch (kind) {
                    case POLICED -> POLICER;
                    case BLOATED, QUIET -> bulk();
                    case CALM ->
                        new QueueSettings(
                                Discipline.FQ_CODEL,
                                1_000_000_000L,
                                null,
                                10_240L,
                                null,
                                5_000L,
                                100_000L,
                                LengthAccounting.ETHERNET);
                    case LOSSY -> QueueSettings.unknown();
                };
        long rate = settings.rateBitsPerSecond() == null ? 30_000_000 : settings.rateBitsPerSecond();
        long sent = Math.round(busy * rate * 10 / 8 / 1_400);
        long lost = Math.round(sent
                * switch (kind) {
                    case POLICED -> bad ? 0.035 + 0.012 * random.nextDouble() : 0;
                    case BLOATED -> bad ? 0.004 * random.nextDouble() : 0;
                    case LOSSY -> 0.02;
                    case CALM, QUIET -> 0;
                });
        DropCounts drops = new DropCounts(kind == Kind.POLICED ? lost : 0, kind == Kind.POLICED ? 0 : lost, 0, 0);
        boolean slow = kind == Kind.BLOATED && bad;
        boolean waits = kind == Kind.BLOATED || kind == Kind.CALM;
        long[] rtt = kind == Kind.QUIET ? new long[0] : delays(slow ? 205_000 : 24_000, kind == Kind.LOSSY ? 40 : 400);
        QueueWindowBuilder window = Windows.queue(node, queue)
                .clocking(clocking)
                .size(10_000)
                .start(start)
                .settings(settings)
                .sent(sent, sent * 1_400)
                .drops(drops)
                .throughputPeak(busy * rate * 1.04)
                .sojournMicros(waits ? delays(slow ? 180_000 : 900, 400) : new long[0])
                .rttMicros(rtt)
                .rttFloorMicros(rtt.length == 0 ? rtt : new long[] {21_500})
                .activeFlows(12)
                .figures(figures(kind, slow));
        return kind == Kind.BLOATED ? window.backlogPeak(990).build() : window.build();
    }

    private long[] delays(long aroundMicros, int count) {
        long[] values = new long[count];
        for (int i = 0; i < values.length; i++) {
            values[i] = Math.round(aroundMicros * (0.9 + 0.25 * random.nextDouble()));
        }
        return values;
    }

    /** Of a queue with round trips all that follows from them, of another its coverage. */
    private static WindowFigures figures(Kind kind, boolean slow) {
        boolean seen = kind == Kind.BLOATED;
        Quantiles none = Quantiles.NONE;
        return new WindowFigures(
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                none,
                none,
                none,
                none,
                none,
                null,
                null,
                null,
                null,
                null,
                null,
                seen ? (slow ? "C" : "A") : null,
                seen ? "DSLReports of round-trip time" : null,
                seen ? (slow ? 290.0 : 2_400.0) : null,
                seen ? (slow ? 41.5 : 98.0) : null,
                null,
                seen ? 100.0 : null,
                0.9,
                seen ? 0.75 : null);
    }

    private void finding(String node, String queue, Cause cause, double confidence, String summary) {
        long since = queue.startsWith("run") ? 1_600_000_000_000L - 900_000 : endMillis - 1_090_000;
        List<Measure> evidence = List.of(
                new Measure("lossRatio", 0.041, "of 18 231 packets offered"),
                new Measure("rttP50Millis", 24.8, "median of 40 round-trip times"),
                new Measure("rateBitsPerSecond", 19_940_000, "sent while there was loss, 14 losses"),
                new Measure("bucketBytes", 31_250, "deepest burst that passed"));
        PolicerEstimate policer = cause == Cause.POLICED ? new PolicerEstimate(19_940_000, 31_250, false) : null;
        data.findings.add(new Finding(
                Schema.CURRENT,
                node + "/" + queue + "@" + since,
                node,
                queue,
                FindingState.OPENED,
                1,
                cause,
                null,
                confidence,
                since,
                since + 900_000,
                policer,
                cause.isTrouble() ? evidence : List.of(),
                summary));
    }

    private void recommend() {
        Prediction predicted = new Prediction(
                "twin", new Span(18_900_000, 19_600_000), new Span(26, 34), new Span(38, 52), new Span(0, 0.002), null);
        data.recommendations.add(
                recommendation(POLICED_ID, "sub->1042 voice", "edge-1", SHAPER, true, predicted, 3_600_000));
        data.recommendations.add(recommendation(
                "advice",
                "run <b>7</b>",
                "lab",
                SHAPER,
                false,
                new Prediction("twin", null, null, null, null, "no round-trip time was seen"),
                3_600_000));
        data.recommendations.add(recommendation("late", "uplink", "core-2", SHAPER, true, predicted, -1_000));
    }

    private Recommendation recommendation(
            String id,
            String queue,
            String node,
            QueueSettings proposed,
            boolean applicable,
            Prediction predicted,
            long leftMillis) {
        return new Recommendation(
                Schema.CURRENT,
                id,
                node + "/" + queue + "@1",
                node,
                queue,
                Cause.POLICED,
                RecommendationState.PROPOSED,
                1,
                POLICER,
                proposed,
                applicable,
                "A policer drops what a queue of 200 packets would only delay by 24 ms.",
                "limit = rate x RTT / packet, RFC 2475 section 2.3.3.3 (shaper in place of dropper)",
                predicted,
                List.of(),
                endMillis - 120_000,
                endMillis + leftMillis,
                null);
    }
}
