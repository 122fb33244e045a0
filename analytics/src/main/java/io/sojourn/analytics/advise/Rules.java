// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.advise;

import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.PolicerEstimate;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Units;
import java.util.Optional;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/** One proposal a cause. A rate proposed for a queue of ours lies from 50 to 100 % of the rate it has. */
final class Rules {
    /** Traffic above this rate is not shaped by packet buffers of a node of ours. */
    private static final double SHAPEABLE_BITS_PER_SECOND = 1e9;
    /** With more than this share out of any congestion control's reach a queue only delays what is dropped anyway. */
    private static final double MOSTLY_UNRESPONSIVE = 0.5;
    /** Below a policer of somebody else, so that its bucket never empties (Flach et al., section 6.2). */
    private static final double REMOTE_MARGIN = 0.95;

    private static final double LEAST_RATE_SHARE = 0.5;
    private static final int LEAST_LIMIT_PACKETS = 4;
    private static final int LEAST_BUCKET_PACKETS = 10;

    private Rules() {}

    static Optional<Proposal> propose(Finding finding, QueueSettings current) {
        Traffic traffic = Traffic.of(finding);
        return switch (finding.cause()) {
            case POLICED -> policed(finding, current, traffic);
            case BUFFERBLOAT -> bloat(current, traffic);
            case RECEIVE_WINDOW_LIMITED -> windowLimited(current, traffic);
            default -> Optional.empty();
        };
    }

    private static Optional<Proposal> policed(Finding finding, QueueSettings current, Traffic traffic) {
        @Nullable PolicerEstimate policer = finding.policer();
        if (policer == null) {
            return Optional.empty();
        }
        boolean own = current.discipline() == Discipline.POLICER && current.rateBitsPerSecond() != null;
        boolean shape = traffic.unresponsiveRatio() <= MOSTLY_UNRESPONSIVE
                && policer.rateBitsPerSecond() < SHAPEABLE_BITS_PER_SECOND;
        if (!own) {
            // The rate behind a bucket of a few packets is what got through, not what is set: no rate is advised on it.
            shape &= policer.bucketBytes() >= LEAST_BUCKET_PACKETS * Sizing.PACKET_BYTES;
            return shape ? Optional.of(shaperInFront(policer, current, traffic)) : Optional.empty();
        }
        return shape ? Optional.of(shaperInstead(policer, current, traffic)) : otherBucket(policer, current, traffic);
    }

    private static Proposal shaperInstead(PolicerEstimate policer, QueueSettings current, Traffic traffic) {
        long rate = policer.rateBitsPerSecond();
        long limit = shaperLimit(rate, traffic);
        return new Proposal(
                QueueSettings.shaper(rate, Sizing.shaperBurstBytes(rate), limit, current.lengthAccounting()),
                traffic.conditioned(),
                "shape at the policed " + Units.rate(rate) + " with room for " + limit
                        + " packets: what the policer drops then waits, " + queueMillis(limit, rate) + " at most",
                "rate = CIR, Bc = CIR x 4 ms, limit = max(rate x RTT, 50 ms of the rate), at most the windows (RFC 2475 section 2.3.3.3)");
    }

    private static Proposal shaperInFront(PolicerEstimate policer, QueueSettings current, Traffic traffic) {
        long rate = Math.max(8, Math.round(REMOTE_MARGIN * policer.rateBitsPerSecond()));
        long burst = Math.max(Sizing.PACKET_BYTES, Math.min(policer.bucketBytes() / 2, Sizing.shaperBurstBytes(rate)));
        long limit = shaperLimit(rate, traffic);
        return new Proposal(
                QueueSettings.shaper(rate, burst, limit, LengthAccounting.ETHERNET),
                traffic.conditioned() && isWithinPlan(rate, current),
                // The estimate goes on being refined: advice that rests on an earlier one says so.
                "shape in front of the policer at " + Units.rate(rate) + ", 95 % of its rate as estimated then, "
                        + Units.rate(policer.rateBitsPerSecond()) + ", with room for " + limit + " packets, "
                        + queueMillis(limit, rate) + ": its bucket never empties, and what it dropped waits",
                "rate = 0.95 x policed rate, Bc <= half its bucket (Flach et al., SIGCOMM 2016, section 6)");
    }

    private static Optional<Proposal> otherBucket(PolicerEstimate policer, QueueSettings current, Traffic traffic) {
        long rate = policer.rateBitsPerSecond();
        if (traffic.baseRttMillis().isEmpty()) {
            return Optional.empty();
        }
        long bucket = Sizing.policerBucketBytes(rate, traffic.baseRttMillis().getAsDouble());
        return Optional.of(new Proposal(
                QueueSettings.policer(rate, bucket, current.lengthAccounting()),
                traffic.conditioned(),
                "a shaper would only delay this traffic; a bucket of " + Units.size(bucket) + " suits its round trips",
                "B = rate x RTT, from max(10 packets, 32 kB) to 250 ms of the rate"));
    }

    /**
     * A BDP or 50 ms of the rate, whichever is more: less where the windows fill less. Four windows of 64 KB would need 107
     * ms at 20 Mbit/s to lose nothing; the cure of loss must not be the next complaint.
     */
    private static long shaperLimit(double rate, Traffic traffic) {
        long usual =
                Math.max(Math.max(LEAST_LIMIT_PACKETS, Sizing.defaultLimitPackets(rate)), bdpPackets(rate, traffic));
        OptionalDouble window = traffic.windowBytesPerFlow();
        if (window.isPresent() && traffic.flows().isPresent()) {
            long noLoss = Sizing.noLossLimitPackets((long) traffic.flows().getAsDouble(), window.getAsDouble());
            return Math.min(1_000_000, Math.max(LEAST_LIMIT_PACKETS, Math.min(usual, Math.max(1, noLoss))));
        }
        return Math.min(1_000_000, usual);
    }

    private static Optional<Proposal> bloat(QueueSettings current, Traffic traffic) {
        return managed(
                current,
                traffic,
                current.discipline().isManaged()
                        ? "its " + current.discipline() + " lets the queue stand: let CoDel keep it short"
                        : "let CoDel keep the queue short: a tail-drop queue stands as long as it is");
    }

    private static Optional<Proposal> windowLimited(QueueSettings current, Traffic traffic) {
        OptionalDouble window = traffic.windowBytesPerFlow();
        OptionalDouble base = traffic.baseRttMillis();
        OptionalDouble rate = bottleneck(current, traffic);
        String less = window.isPresent() && base.isPresent() && rate.isPresent()
                ? "; or halve the receivers' windows of " + Units.size(window.getAsDouble()) + " until "
                        + Units.size(Sizing.bdpBytes(rate.getAsDouble(), base.getAsDouble())) + " are left in all"
                : "";
        String filled = current.discipline().isManaged() ? "this " + current.discipline() : "any tail-drop";
        return managed(
                current, traffic, "the receivers' windows fill " + filled + " queue: let CoDel keep it short" + less);
    }

    private static Optional<Proposal> managed(QueueSettings current, Traffic traffic, String reason) {
        OptionalDouble known = bottleneck(current, traffic);
        if (known.isEmpty()) {
            return Optional.empty();
        }
        @Nullable Long set = current.rateBitsPerSecond();
        long rate = Math.max(8, set != null ? set : Math.round(REMOTE_MARGIN * known.getAsDouble()));
        @Nullable Long burst = current.burstBytes();
        QueueSettings settings = new QueueSettings(
                Discipline.FQ_CODEL,
                rate,
                burst != null ? burst : Sizing.shaperBurstBytes(rate),
                Math.min(1_000_000, Math.max(1_000, 2 * bdpPackets(rate, traffic))),
                null,
                Math.min(10_000_000, Sizing.targetMicros(rate)),
                Sizing.intervalMicros(rate, traffic.baseRttMillis().orElse(0)),
                current.lengthAccounting());
        // Nothing is proposed that is in force.
        return settings.equals(current)
                ? Optional.empty()
                : Optional.of(
                        new Proposal(
                                settings,
                                traffic.conditioned() && set != null,
                                reason,
                                "FQ-CoDel (RFC 8290), target = max(5 ms, 1.5 packet times), interval from the path's RTT (RFC 8289 4.2)"));
    }

    private static OptionalDouble bottleneck(QueueSettings current, Traffic traffic) {
        @Nullable Long set = current.rateBitsPerSecond();
        return set != null ? OptionalDouble.of(set) : traffic.throughputBitsPerSecond();
    }

    private static boolean isWithinPlan(long rate, QueueSettings current) {
        @Nullable Long plan = current.rateBitsPerSecond();
        return plan != null && rate >= LEAST_RATE_SHARE * plan && rate <= plan;
    }

    private static long bdpPackets(double rate, Traffic traffic) {
        return traffic.baseRttMillis().isEmpty()
                ? 0
                : Sizing.bdpPackets(rate, traffic.baseRttMillis().getAsDouble());
    }

    private static String queueMillis(long packets, long rate) {
        return Math.round(packets * Sizing.PACKET_BYTES * 8e3 / rate) + " ms";
    }
}
