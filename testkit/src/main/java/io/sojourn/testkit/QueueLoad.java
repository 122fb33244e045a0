// SPDX-License-Identifier: Apache-2.0
package io.sojourn.testkit;

import io.sojourn.telemetry.DropCounts;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.SketchBuilder;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * How busy a queue of a {@link Fleet} is, and what a second of it looks like. Made up, but of the shape of recorded
 * ones: delays are log-normal, and every packet that was sent is in the sketches.
 */
enum QueueLoad {
    /** A few packets, as of somebody who reads mail. */
    IDLE,
    /** A third to two thirds of its rate, next to nothing waits. */
    MODERATE,
    /** At its rate with a standing queue, drops from its tail. */
    BUSY;

    private static final long RATE_BITS_PER_SECOND = 20_000_000;
    private static final long LINK_BITS_PER_SECOND = 1_000_000_000;
    private static final long LIMIT_PACKETS = 200;
    private static final int CELLS = 10;

    /** Different seconds of it: the same seed always gives the same. */
    static Map<QueueLoad, List<QueueSample>> seconds(long seed, int each) {
        Random random = new Random(seed);
        Map<QueueLoad, List<QueueSample>> all = new EnumMap<>(QueueLoad.class);
        for (QueueLoad load : values()) {
            List<QueueSample> own = new ArrayList<>();
            for (int i = 0; i < each; i++) {
                own.add(load.second(random));
            }
            all.put(load, own);
        }
        return all;
    }

    private QueueSample second(Random random) {
        return switch (this) {
            case IDLE -> idle(random);
            case MODERATE -> moderate(random);
            case BUSY -> busy(random);
        };
    }

    private static QueueSample idle(Random random) {
        int packets = random.nextInt(6);
        Samples.QueueSampleBuilder sample = shaper().sent(packets, packets * 220L)
                .backlogPeak(0)
                .activeFlows(Math.min(packets, 2))
                .segments(packets, 0);
        delays(sample, random, packets, 60, 1);
        return sample.build();
    }

    private static QueueSample moderate(Random random) {
        int packets = 500 + random.nextInt(600);
        Samples.QueueSampleBuilder sample = shaper().sent(packets, packets * 1_150L)
                .backlogPeak(3 + random.nextInt(20))
                .activeFlows(3 + random.nextInt(12))
                .segments(packets * 9L / 10, random.nextInt(3))
                .jitterMicros(300 + random.nextInt(900));
        delays(sample, random, packets, 900, packets / 8);
        return sample.build();
    }

    private static QueueSample busy(Random random) {
        int packets = 1_620 + random.nextInt(40);
        Samples.QueueSampleBuilder sample = shaper().sent(packets)
                .drops(new DropCounts(0, random.nextInt(25), 0, 0))
                .waiting(80 + random.nextInt(100))
                .backlogPeak(LIMIT_PACKETS)
                .activeFlows(4 + random.nextInt(20))
                .segments(packets, random.nextInt(30))
                .jitterMicros(1_500 + random.nextInt(3_000));
        delays(sample, random, packets, 70_000, packets / 8);
        return sample.build();
    }

    private static Samples.QueueSampleBuilder shaper() {
        return Samples.queue("any")
                .shaper(RATE_BITS_PER_SECOND, 25_000, LIMIT_PACKETS)
                .link(LINK_BITS_PER_SECOND);
    }

    /** Sojourn around a median, round trips of a path of some 20 ms behind it, and what follows from both. */
    private static void delays(
            Samples.QueueSampleBuilder sample, Random random, int packets, double medianMicros, int roundTrips) {
        double median = medianMicros * logNormal(random, 0.4);
        sample.sojournMicros = drawn(random, packets, median, 0.2);
        sample.sojournFloorMicros = drawn(random, Math.min(packets, CELLS), median / 2, 0.2);
        sample.rttMicros = drawn(random, Math.min(packets, roundTrips), 20_000 + median, 0.1);
        sample.rttFloorMicros = drawn(random, Math.min(packets, CELLS), 20_000 + median / 2, 0.05);
        sample.ipdvMicros = drawn(random, Math.max(0, packets - 1), median / 20, 0.5);
        sample.pdvMicros = drawn(random, packets, median / 2, 0.4);
    }

    private static Sketch drawn(Random random, int count, double median, double sigma) {
        SketchBuilder builder = new SketchBuilder();
        for (int i = 0; i < count; i++) {
            builder.add(Math.round(median * logNormal(random, sigma)));
        }
        return builder.build();
    }

    private static double logNormal(Random random, double sigma) {
        return Math.exp(sigma * random.nextGaussian());
    }
}
