// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.advise;

import io.sojourn.lab.twin.BoxSettings;
import io.sojourn.lab.twin.TwinInput;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.PolicerEstimate;
import io.sojourn.telemetry.QueueSettings;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * The setting that makes the traffic of a finding what it is: a policer that was found, ours or not, else the queue as it
 * is set; and what was measured under it.
 */
final class InForce {
    private static final double PAYLOAD_SHARE = (double) Sizing.MSS_BYTES / Sizing.PACKET_BYTES;
    /** A bucket of fewer packets was not seen to its bottom. */
    private static final int LEAST_BUCKET_PACKETS = 10;
    /** Loss that two ways of counting differ by. */
    private static final double COUNTING_ERROR = 0.002;

    private InForce() {}

    /** @return empty when nothing is known that the twin has a model of */
    static Optional<TwinInput.Present> of(Finding finding, QueueSettings current, Traffic traffic) {
        return policer(finding)
                .or(() -> Boxes.of(current))
                .map(box -> new TwinInput.Present(
                        box,
                        orNull(goodput(traffic)),
                        orNull(traffic.rttP50Millis()),
                        orNull(traffic.rttP95Millis()),
                        orNull(lossRatio(finding, traffic))));
    }

    private static Optional<BoxSettings> policer(Finding finding) {
        @Nullable PolicerEstimate policer = finding.policer();
        return finding.cause() != Cause.POLICED
                        || policer == null
                        || policer.bucketBytes() < LEAST_BUCKET_PACKETS * Sizing.PACKET_BYTES
                ? Optional.empty()
                : Optional.of(new BoxSettings.Policing(policer.rateBitsPerSecond(), policer.bucketBytes()));
    }

    /**
     * The policer may be another's, whose drops only trails tell of; the queue's own drops are counted. Empty when neither
     * was seen: not known is not none.
     */
    private static OptionalDouble lossRatio(Finding finding, Traffic traffic) {
        boolean isCounted = traffic.dropRatio().isPresent();
        if (isCounted && finding.cause() != Cause.POLICED) {
            return traffic.dropRatio();
        }
        return isCounted || traffic.lossRatio().isPresent()
                ? OptionalDouble.of(Math.max(
                        traffic.dropRatio().orElse(0), traffic.lossRatio().orElse(0)))
                : OptionalDouble.empty();
    }

    /** Sent bytes less what was lost behind. */
    private static OptionalDouble goodput(Traffic traffic) {
        OptionalDouble throughput = traffic.throughputBitsPerSecond();
        double behind =
                Math.max(0, traffic.lossRatio().orElse(0) - traffic.dropRatio().orElse(0));
        double share = PAYLOAD_SHARE * (1 - behind) * (1 - traffic.unresponsiveRatio());
        return throughput.isPresent() ? OptionalDouble.of(throughput.getAsDouble() * share) : throughput;
    }

    /**
     * Packets lost on the path though the queue did not drop them: trails tell of all, its counters of its own. Not those of
     * a policer, which a shaper in front of it would save.
     */
    static double elsewhereLossRatio(Finding finding, Traffic traffic) {
        if (finding.cause() == Cause.POLICED || traffic.dropRatio().isEmpty()) {
            return 0;
        }
        double elsewhere = traffic.lossRatio().orElse(0) - traffic.dropRatio().getAsDouble();
        return elsewhere > COUNTING_ERROR ? elsewhere : 0;
    }

    private static @Nullable Double orNull(OptionalDouble value) {
        return value.isPresent() ? (Double) value.getAsDouble() : null;
    }
}
