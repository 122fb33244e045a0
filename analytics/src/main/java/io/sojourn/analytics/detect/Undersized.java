// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.QueueSettings;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * A queue that is full before the senders' windows have settled: it drops its tail, does not stand, the link is not full,
 * and its limit is below rate x RTT / sqrt(flows) (Appenzeller, Keslassy and McKeown, SIGCOMM 2004), the square root from
 * 50 flows on: fewer move together.
 *
 * <p>Example: 20 Mbit/s, 100 ms, one flow: 250 000 bytes or 165 packets; 100 flows: 17 packets.
 *
 * <p>False positives: traffic that comes in bursts and that no queue could smooth. Only queues whose limit and rate are
 * known are looked at.
 */
final class Undersized implements Suspect {
    static final double DROPS_RAISE = 0.0005;
    static final double DROPS_CLEAR = 0.00025;
    /** Counted by the queue itself: no inference hangs on their number. */
    static final int LEAST_DROPS = 5;

    static final double FULL_RAISE = 0.9;
    static final double FULL_CLEAR = 0.95;
    static final double LIMIT_RAISE = 1;
    static final double LIMIT_CLEAR = 2;
    /** From here on flows no longer move together. */
    static final int MANY_FLOWS = 50;

    @Override
    public Optional<Suspicion> suspicion(Views views) {
        Horizon horizon = views.horizon();
        @Nullable Long rate = horizon.settings().rateBitsPerSecond();
        OptionalDouble limit = limitOverNeed(views);
        if (rate == null || limit.isEmpty()) {
            return Optional.empty();
        }
        long tail = horizon.drops().tail();
        double share = (double) tail / Math.max(1, horizon.offeredPackets());
        return Optional.of(Suspicion.of(
                Cause.UNDERSIZED_QUEUE,
                Criterion.atLeast("tailDropRatio", share, DROPS_RAISE, DROPS_CLEAR)
                        .of(tail, LEAST_DROPS),
                Bloated.absent(views.standing()),
                Criterion.atMost(
                        Evidence.UTILISATION, horizon.throughputBitsPerSecond() / rate, FULL_RAISE, FULL_CLEAR),
                Criterion.atMost(Evidence.LIMIT_RATIO, limit.getAsDouble(), LIMIT_RAISE, LIMIT_CLEAR)));
    }

    private static OptionalDouble limitOverNeed(Views views) {
        QueueSettings settings = views.horizon().settings();
        @Nullable Long rate = settings.rateBitsPerSecond();
        double limitBytes = limitBytes(settings);
        double rttMicros = views.delay().pathRttMicros();
        boolean dropsItsTail = settings.discipline() == Discipline.SHAPER || settings.discipline() == Discipline.FIFO;
        return rate == null || rttMicros == 0 || !dropsItsTail || limitBytes == Double.POSITIVE_INFINITY
                ? OptionalDouble.empty()
                : OptionalDouble.of(
                        limitBytes / needBytes(rate, rttMicros, views.horizon().activeFlows()));
    }

    private static double limitBytes(QueueSettings settings) {
        @Nullable Long packets = settings.limitPackets();
        @Nullable Long bytes = settings.limitBytes();
        double ofPackets = packets == null ? Double.POSITIVE_INFINITY : packets * (double) StandingQueue.PACKET_BYTES;
        return Math.min(ofPackets, bytes == null ? Double.POSITIVE_INFINITY : bytes);
    }

    static double needBytes(double rateBitsPerSecond, double rttMicros, double flows) {
        double bdpBytes = rateBitsPerSecond * rttMicros / 8e6;
        return flows < MANY_FLOWS ? bdpBytes : bdpBytes / Math.sqrt(flows);
    }
}
