// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.QueueSettings;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The share of time in which a queue stood: of the least sojourn times of each 100 ms, those above a target. A burst that
 * drains is good queue and does not count.
 *
 * <p>Source: RFC 8289 section 3.1, and 4.4: no target below one and a half packet times, 55 ms each at 220 kbit/s. The target
 * is the one that is set, or else CoDel's 5 ms.
 *
 * <p>Error: a value within 1 % of the threshold may fall on either side. 100 ms without a packet are not counted. A parent
 * has no target of its own, and its packet time is that of the sum of its rates.
 */
final class StandingShare {
    private static final double TARGET_MICROS = 5_000;
    private static final double PACKET_TIMES = 1.5;
    private static final double PACKET_BITS = 1_514 * 8;

    private StandingShare() {}

    /** 0 to 1; null without values. */
    static @Nullable Double of(WindowTotal window) {
        if (window.sketch(Sketches.SOJOURN_FLOOR).isEmpty()) {
            return null;
        }
        OptionalDouble share = window.sketch(Sketches.SOJOURN_FLOOR).shareAbove(thresholdMicros(window.settings));
        return share.getAsDouble();
    }

    static double thresholdMicros(QueueSettings settings) {
        Long target = settings.targetMicros();
        Long rate = settings.rateBitsPerSecond();
        double packetMicros = rate == null ? 0 : PACKET_BITS * 1e6 / rate;
        return Math.max(target == null ? TARGET_MICROS : target, PACKET_TIMES * packetMicros);
    }
}
