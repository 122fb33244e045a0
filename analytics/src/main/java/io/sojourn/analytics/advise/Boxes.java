// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.advise;

import io.sojourn.lab.twin.BoxSettings;
import io.sojourn.lab.twin.BoxSettings.Waiting;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.QueueSettings;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Settings as the twin knows them: the same parts of the engine that a node makes of a queue with a link to itself. */
final class Boxes {
    private Boxes() {}

    /** @return empty when there is no rate, or no model of the discipline */
    static Optional<BoxSettings> of(QueueSettings settings) {
        @Nullable Long rate = settings.rateBitsPerSecond();
        if (rate == null) {
            return Optional.empty();
        }
        if (settings.discipline() == Discipline.POLICER) {
            return Optional.of(new BoxSettings.Policing(
                    rate, orElse(settings.burstBytes(), BoxSettings.Policing.defaultDepthBytes(rate))));
        }
        return waiting(settings)
                .map(waiting -> new BoxSettings.Shaping(
                        rate, orElse(settings.burstBytes(), BoxSettings.Shaping.defaultDepthBytes(rate)), waiting));
    }

    private static Optional<Waiting> waiting(QueueSettings settings) {
        @Nullable Long target = nanos(settings.targetMicros());
        @Nullable Long interval = nanos(settings.intervalMicros());
        return switch (settings.discipline()) {
            case SHAPER, FIFO -> Optional.of(Waiting.fifo(settings.limitPackets(), settings.limitBytes()));
            case CODEL -> Optional.of(Waiting.codel(settings.limitPackets(), settings.limitBytes(), target, interval));
            case FQ_CODEL ->
                Optional.of(Waiting.fqCodel(settings.limitPackets(), settings.limitBytes(), target, interval));
            case POLICER, UNKNOWN, RED, WRED, PIE, DUALPI2, SFQ, WFQ, CAKE -> Optional.empty();
        };
    }

    private static @Nullable Long nanos(@Nullable Long micros) {
        return micros == null ? null : (Long) (micros * 1_000);
    }

    private static long orElse(@Nullable Long given, long otherwise) {
        return given == null ? otherwise : given;
    }
}
