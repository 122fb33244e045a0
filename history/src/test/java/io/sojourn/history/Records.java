// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FindingState;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.Incident;
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
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Setting;
import io.sojourn.telemetry.Severity;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.Span;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.WindowBatch;
import io.sojourn.telemetry.WindowFigures;
import io.sojourn.testkit.Windows;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Records to write and to read back. */
final class Records {
    /** 2026-01-01T00:00:00Z. */
    static final long T0 = 1_767_225_600_000L;

    static final QueueSettings POLICER = QueueSettings.policer(20_000_000, 15_000, LengthAccounting.ETHERNET);
    static final QueueSettings CODEL = new QueueSettings(
            Discipline.FQ_CODEL, 19_500_000L, 3_000L, 1_000L, null, 5_000L, 100_000L, LengthAccounting.ETHERNET);

    private Records() {}

    /** Every component that may be null has a value. */
    static QueueWindow window(String node, String queue, long sizeMillis, long startMillis) {
        return window(Scope.QUEUE, node, queue, sizeMillis, startMillis);
    }

    static QueueWindow window(Scope scope, String node, String queue, long sizeMillis, long startMillis) {
        return new QueueWindow(
                Schema.CURRENT,
                scope,
                node,
                queue,
                Clocking.LIVE,
                Stage.FINAL,
                sizeMillis,
                startMillis,
                10,
                sizeMillis,
                1,
                sizeMillis,
                2,
                1,
                startMillis,
                POLICER,
                100_000_000L,
                10_000_000L,
                1_000,
                1_500_000,
                950,
                1_425_000,
                new DropCounts(30, 10, 6, 4),
                75_000,
                7,
                0.57,
                11_400_000.0,
                20_500_000.0,
                Sketch.of(11_400_000),
                0.05,
                7.0 / 950,
                0.0625,
                40L,
                60_000L,
                sizeMillis,
                4 * sizeMillis,
                6_000 * sizeMillis,
                sizeMillis,
                900,
                800,
                700,
                Sketch.of(LongStream.range(0, 200).map(i -> 2_000).toArray()),
                Sketch.of(500),
                Sketch.of(LongStream.range(0, 20).map(i -> 20_000).toArray()),
                Sketch.of(20_000),
                Sketch.of(25_000),
                1_250L,
                Sketch.of(0, 5_000),
                Sketch.of(0, 10),
                Sketch.of(100),
                5L,
                800L,
                50L,
                0L,
                262_144L,
                65_536L,
                1L,
                3_000L,
                4L,
                1_400_000L,
                6e11,
                1_300_000L,
                figures());
    }

    private static WindowFigures figures() {
        Quantiles none = Quantiles.NONE;
        return new WindowFigures(
                0.0114,
                11_400_000.0,
                95.0,
                0.03,
                0.01,
                0.006,
                0.004,
                4.0,
                6_000.0,
                0.4,
                0.25,
                none,
                none,
                none,
                none,
                none,
                20_000L,
                5_000.0,
                0.8,
                0.09,
                0.08,
                0.07,
                "B",
                "a scale",
                1_200.0,
                80.0,
                70.0,
                75.0,
                0.5,
                0.9);
    }

    /** Every component that may be null is, and no sketch has a value. */
    static QueueWindow bareWindow(String node, String queue, long sizeMillis, long startMillis) {
        return Windows.queue(node, queue)
                .clocking(Clocking.RECORDED)
                .size(sizeMillis)
                .start(startMillis)
                .samples(0, 0)
                .build();
    }

    static WindowBatch batch(QueueWindow... windows) {
        QueueWindow first = windows[0];
        return new WindowBatch(
                Schema.CURRENT,
                first.node(),
                first.stage(),
                first.sizeMillis(),
                first.startMillis(),
                null,
                List.of(windows));
    }

    static FlowWindow flows(String node, String queue, long startMillis, int flows) {
        List<FlowSample> samples = IntStream.range(0, flows)
                .mapToObj(i -> new FlowSample(
                        queue,
                        "10.0.0.1:" + (1_000 + i) + ">10.0.0.2:443/tcp",
                        100 - i,
                        150_000 - i,
                        100 - i,
                        2,
                        2,
                        0,
                        i == 0 ? Sketch.empty() : Sketch.of(20_000, 30_000),
                        i == 0 ? null : 19_000L,
                        null,
                        1_448L,
                        null,
                        null,
                        null,
                        "cubic"))
                .toList();
        return new FlowWindow(Schema.CURRENT, node, queue, 10_000, startMillis, samples, 1_234);
    }

    static Finding finding(
            String node, String queue, FindingState state, long version, long sinceMillis, long observedMillis) {
        return new Finding(
                Schema.CURRENT,
                node + "/" + queue + "@" + sinceMillis,
                node,
                queue,
                state,
                version,
                Cause.POLICED,
                null,
                0.9,
                sinceMillis,
                observedMillis,
                new PolicerEstimate(20_000_000, 15_000, true),
                List.of(new Measure("lossRatio", 0.05, "of 1 000 packets offered")),
                "policed at 20 Mbit/s\n\"hard\"");
    }

    static Recommendation recommendation(
            String id, String node, String queue, RecommendationState state, long version, long createdMillis) {
        return new Recommendation(
                Schema.CURRENT,
                id,
                node + "/" + queue + "@1",
                node,
                queue,
                Cause.POLICED,
                state,
                version,
                POLICER,
                CODEL,
                true,
                "shape, don't police",
                "RFC 8290",
                new Prediction("twin", new Span(18e6, 19e6), new Span(20, 25), null, new Span(0, 0.001), null),
                List.of(),
                createdMillis,
                createdMillis + 600_000,
                version > 1 ? "ann" : null);
    }

    static Setting setting(String node, String queue, long revision, long issuedMillis) {
        return new Setting(
                Schema.CURRENT,
                node,
                queue,
                revision,
                revision - 1,
                CODEL,
                "ann",
                issuedMillis,
                issuedMillis + 60_000,
                null,
                "c2lnbmF0dXJl");
    }

    static AppliedSetting applied(String node, String queue, long revision, Outcome outcome, long atMillis) {
        return new AppliedSetting(
                Schema.CURRENT,
                node,
                queue,
                revision,
                outcome,
                "",
                revision,
                outcome == Outcome.REFUSED ? null : CODEL,
                "rec 1",
                atMillis);
    }

    static Incident incident(String node, String queue, boolean open, long sinceMillis) {
        return new Incident(
                Schema.CURRENT,
                "PolicerInducedLoss:" + node + ":" + queue,
                "PolicerInducedLoss",
                node,
                queue,
                open,
                Severity.PAGE,
                sinceMillis,
                open ? null : sinceMillis + 90_000,
                List.of(),
                "5 % lost");
    }

    static Reject reject(String source, long observedMillis) {
        return new Reject(Schema.CURRENT, source, null, observedMillis, "rate", "-1", "at least 0", "correct it", null);
    }
}
