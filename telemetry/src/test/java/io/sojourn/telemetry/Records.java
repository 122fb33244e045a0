// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.List;

/** One full record of each type, no component left out, for the round trips. */
final class Records {
    private Records() {}

    static final QueueSettings SHAPER = new QueueSettings(
            Discipline.CODEL, 20_000_000L, 10_000L, 200L, 302_800L, 5_000L, 100_000L, LengthAccounting.ETHERNET);

    static final List<Measure> EVIDENCE = List.of(new Measure("lossRatio", 0.081, "of 36 378 packets sent"));

    static QueueSample queueSample() {
        return new QueueSample(
                "rk_r1",
                SHAPER,
                1_000_000_000L,
                1_700,
                2_573_800,
                1_650,
                2_498_100,
                new DropCounts(20, 15, 10, 5),
                75_700,
                3,
                12L,
                18_168L,
                83L,
                125_662L,
                Sketch.of(0, 100, 50_300),
                Sketch.of(90, 40_000),
                Sketch.of(5_400, 5_600),
                Sketch.of(5_300),
                120L,
                Sketch.of(0, 250),
                Sketch.of(0, 300),
                Sketch.of(17),
                4L,
                1_650L,
                50L,
                2L,
                258_048L,
                256_960L,
                4L,
                1_514L);
    }

    static FlowSample flowSample() {
        return new FlowSample(
                "rk_r1",
                "10.77.1.2:40001>10.77.2.2:5301/tcp",
                420,
                635_880,
                420,
                34,
                35,
                1,
                Sketch.of(5_400),
                5_300L,
                80L,
                1_448L,
                64_512L,
                64_240L,
                0.95,
                "cubic");
    }

    static LossTrail trail() {
        return new LossTrail(
                "rk_r1",
                LossTrail.AGGREGATE,
                1_796_035_912_213_874L,
                1_000,
                List.of(new LossCell(0, 2, 3_028, 0, 0), new LossCell(7, 1, 1_514, 2, 3_028)),
                Sketch.of(5_400),
                5_300);
    }

    static SampleBatch batch() {
        return new SampleBatch(
                1,
                "edge-1",
                7,
                Clocking.RECORDED,
                1_796_035_912_000L,
                1_796_035_913_000L,
                List.of(queueSample()),
                List.of(flowSample()),
                List.of(trail()));
    }

    static Setting setting() {
        return new Setting(
                1, "edge-1", "wan0", 1, 0, SHAPER, "ada", 1_000, 61_000, "edge-1/wan0@1000/POLICED", "unsigned");
    }

    static Prediction prediction() {
        return new Prediction(
                "twin", new Span(18.9e6, 19.1e6), new Span(30, 40), new Span(50, 60), new Span(0, 0.004), null);
    }

    static Recommendation recommendation() {
        return new Recommendation(
                1,
                "edge-1/wan0@1000/POLICED",
                "edge-1/wan0@1000",
                "edge-1",
                "wan0",
                Cause.POLICED,
                RecommendationState.PROPOSED,
                1,
                QueueSettings.policer(20_000_000, 625_000, LengthAccounting.ETHERNET),
                SHAPER,
                true,
                "A shaper at the same rate delays a little what the policer drops.",
                "shaper instead of policer",
                prediction(),
                EVIDENCE,
                1_000,
                61_000,
                null);
    }

    static FlowWindow flowWindow() {
        return new FlowWindow(1, "edge-1", "wan0", 1_000, 12_000, List.of(flowSample()), 99);
    }

    /** One of each topic's type. */
    static List<Record> all() {
        return List.of(
                batch(),
                new WindowBatch(1, "edge-1", Stage.FINAL, 10_000, 20_000, -12L, List.of(Windows.full())),
                new FlowWindowBatch(1, "edge-1", 1_000, 12_000, List.of(flowWindow())),
                new Finding(
                        1,
                        "edge-1/wan0@1000",
                        "edge-1",
                        "wan0",
                        FindingState.OPENED,
                        1,
                        Cause.POLICED,
                        Cause.RECEIVE_WINDOW_LIMITED,
                        0.97,
                        1_000,
                        9_000,
                        new PolicerEstimate(20_000_000, 625_000, true),
                        EVIDENCE,
                        "A policer of 20 Mbit/s loses 8.1 % of the packets."),
                recommendation(),
                setting(),
                new AppliedSetting(1, "edge-1", "wan0", 1, Outcome.REFUSED, "stale", 0, SHAPER, null, 5_000),
                new Incident(
                        1,
                        "LossHigh/edge-1/wan0",
                        "LossHigh",
                        "edge-1",
                        "wan0",
                        false,
                        Severity.PAGE,
                        1_000,
                        9_000L,
                        EVIDENCE,
                        "8.1 % lost"),
                new InventoryEntry(1, "edge-1", "wan0", "lab", "core/up0", 1_000_000_000L, 20_000_000L, "acme", "gold"),
                new Reject(1, "samples-0@17", "edge-1", 5_000, "sentBytes", "-1", "at least 0", "mend", "eyJ9"));
    }
}
