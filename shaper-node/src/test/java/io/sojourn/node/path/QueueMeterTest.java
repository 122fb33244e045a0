// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.link.ClassCounters;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Sketch;
import org.junit.jupiter.api.Test;

class QueueMeterTest {
    private static final long MILLI = 1_000_000;

    private final ClassCounters counters = new ClassCounters();
    private final QueueMeter meter = new QueueMeter(counters);

    /** RFC 3393: D_i - D_(i-1) of stays of 10, 10, 15, 10 and 11 ms is 0, 5, -5 and 1. */
    @Test
    void delayVariationIsThatOfConsecutivePacketsOfTheQueue() {
        for (long stayMillis : new long[] {10, 10, 15, 10, 11}) {
            meter.sent(stayMillis * MILLI, MILLI);
        }
        assertThat(sample().ipdvMicros()).isEqualTo(Sketch.of(0, 5_000, 5_000, 1_000));
    }

    @Test
    void firstPacketOfAnIntervalIsComparedWithTheLastOneBefore() {
        meter.sent(10 * MILLI, MILLI);
        assertThat(sample().ipdvMicros().isEmpty()).isTrue();
        meter.sent(12 * MILLI, 2 * MILLI);
        assertThat(sample().ipdvMicros()).isEqualTo(Sketch.of(2_000));
        assertThat(sample().ipdvMicros().isEmpty()).isTrue();
    }

    private QueueSample sample() {
        return meter.take("wan0", QueueSettings.unknown(), counters, null, null);
    }
}
