// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * What follows from the counts and sketches of a window, worked out when it is given out: never merged, never averaged. A
 * figure without a base is null: "no data". Definitions, bases and errors: docs/53-metrics.md.
 *
 * @param linkUtilisationRatio sent bits over the link's rate
 * @param throughputP95BitsPerSecond 95th percentile of the finer cells, at most 1 % off: of the samples in a window of 1 s,
 *     of the seconds in a larger one
 * @param policedRatio drops by a policer over {@code offeredPackets}
 * @param tailDropRatio drops by a full queue over {@code offeredPackets}
 * @param aqmDropRatio drops by an active queue manager over {@code offeredPackets}
 * @param limitDropRatio drops by a packet-rate or session limit over {@code offeredPackets}
 * @param backlogMeanPackets mean of the readings, each weighted with its interval
 * @param backlogMeanBytes likewise
 * @param backlogLimitRatio peak over the limit that the queue is set to, in packets or else in bytes
 * @param standingRatio share of the 100 ms in which the least sojourn stayed above the target (RFC 8289)
 * @param rttLoadedMicros round-trip times of samples whose utilisation was at least {@code 0.75}
 * @param baseRttMicros least round-trip time of the window and of the ten minutes before it
 * @param rttIncreaseMicros median of {@code rttLoadedMicros}, or its mean when there are too few, above the base
 * @param fairnessRatio Jain's index of the bytes of {@code flowCount} flows, 1/flowCount to 1
 * @param aboveCommittedRatio share of the rated time in which a sample sent more than the committed rate
 * @param above80Ratio share of the rated time above 80 % of the set rate
 * @param above95Ratio share of the rated time above 95 % of the set rate
 * @param bloatGrade A+ to F, on the scale {@code bloatScale}
 * @param bloatScale name of the scale, and what it was given
 * @param pseudoRpm round trips a minute under load: 60 000 over the mean of the lower 95 % of {@code rttLoadedMicros} in ms
 * @param qualityWeb quality of outcome, 0 to 100, of the profile "web"
 * @param qualityVideoCall likewise of "video call"
 * @param qualityStreaming likewise of "streaming"
 * @param coverageRatio share of the window, times the queues expected, that samples covered; at most 1
 * @param rttCoverageRatio share of the sent bytes whose flows had a round trip measured; at most 1
 */
public record WindowFigures(
        @Nullable Double linkUtilisationRatio,
        @Nullable Double throughputP95BitsPerSecond,
        @Nullable Double packetsPerSecond,
        @Nullable Double policedRatio,
        @Nullable Double tailDropRatio,
        @Nullable Double aqmDropRatio,
        @Nullable Double limitDropRatio,
        @Nullable Double backlogMeanPackets,
        @Nullable Double backlogMeanBytes,
        @Nullable Double backlogLimitRatio,
        @Nullable Double standingRatio,
        Quantiles sojournMicros,
        Quantiles rttMicros,
        Quantiles rttLoadedMicros,
        Quantiles ipdvMicros,
        Quantiles pdvMicros,
        @Nullable Long baseRttMicros,
        @Nullable Double rttIncreaseMicros,
        @Nullable Double fairnessRatio,
        @Nullable Double aboveCommittedRatio,
        @Nullable Double above80Ratio,
        @Nullable Double above95Ratio,
        @Nullable String bloatGrade,
        @Nullable String bloatScale,
        @Nullable Double pseudoRpm,
        @Nullable Double qualityWeb,
        @Nullable Double qualityVideoCall,
        @Nullable Double qualityStreaming,
        double coverageRatio,
        @Nullable Double rttCoverageRatio) {
    /** Of a window that is not given out yet. */
    public static final WindowFigures NONE = new WindowFigures(
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
            Quantiles.NONE,
            Quantiles.NONE,
            Quantiles.NONE,
            Quantiles.NONE,
            Quantiles.NONE,
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
            null,
            0,
            null);

    public WindowFigures {
        Range.present("sojournMicros", sojournMicros);
        Range.present("rttMicros", rttMicros);
        Range.present("rttLoadedMicros", rttLoadedMicros);
        Range.present("ipdvMicros", ipdvMicros);
        Range.present("pdvMicros", pdvMicros);
        Range.finite("coverageRatio", coverageRatio, 0, 1);
        Range.finite("rttCoverageRatio", rttCoverageRatio, 0, 1);
        Range.finite("fairnessRatio", fairnessRatio, 0, 1);
        Range.finite("standingRatio", standingRatio, 0, 1);
    }
}
