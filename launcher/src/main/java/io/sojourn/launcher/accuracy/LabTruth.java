// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import io.sojourn.engine.DropCause;
import io.sojourn.lab.measure.FlowObserver;
import io.sojourn.lab.measure.HopObserver;
import io.sojourn.lab.measure.Observers;
import io.sojourn.telemetry.Cause;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * What really happened in a drawn network, counted where it happened.
 *
 * <p>A cause that was there in force must be named: packets policed, 1 % and 15 of them; a queue that stood, its least sojourn of
 * 100 ms above 5 ms (1.5 packet times at slow rates) for half of the time; chance, 0.3 % and 15 packets, when nothing of
 * that was; a queue too short, 0.5 % and 15 packets dropped for being full, when nothing of that was. One that was there
 * a little may be named. Where several are there, one of them must be.
 */
final class LabTruth implements Observers {
    private static final long BUCKET_NANOS = 100_000_000;
    private static final int LEAST_PACKETS = 15;
    private static final long JUDGED_PACKETS = 200;

    private final LabDraw draw;
    private final Map<Long, Long> leastSojournNanos = new HashMap<>();
    private long offered;
    private long policed;
    private long full;
    private long managed;
    private long lost;

    LabTruth(LabDraw draw) {
        this.draw = draw;
    }

    @Override
    public FlowObserver flow(int flow) {
        return FlowObserver.NONE;
    }

    @Override
    public HopObserver hop(String name) {
        return switch (name) {
            case LabDraw.BOX -> new AtTheBox();
            case LabDraw.LOSSY -> new BehindIt();
            default -> HopObserver.NONE;
        };
    }

    private final class AtTheBox implements HopObserver {
        @Override
        public void offered(int flow, int ipBytes, long nowNanos) {
            offered++;
        }

        @Override
        public void sent(int flow, int ipBytes, long sojournNanos, long nowNanos) {
            leastSojournNanos.merge(nowNanos / BUCKET_NANOS, sojournNanos, Math::min);
        }

        @Override
        public void dropped(int flow, DropCause cause, long nowNanos) {
            if (draw.isPolicer()) {
                policed++;
            } else if (draw.isFifo()) {
                full++;
            } else {
                managed++;
            }
        }
    }

    private final class BehindIt implements HopObserver {
        @Override
        public void lost(int flow, long nowNanos) {
            lost++;
        }
    }

    Truth truth() {
        Set<Cause> right = EnumSet.noneOf(Cause.class);
        Set<Cause> possible = EnumSet.noneOf(Cause.class);
        double standing = standingShare();
        place(Cause.POLICED, isAtLeast(policed, 0.01), policed > 0, right, possible);
        place(Cause.BUFFERBLOAT, standing >= 0.5, standing >= 0.1, right, possible);
        boolean isWindows = draw.hasSmallWindows() && full + policed + managed == 0;
        place(Cause.RECEIVE_WINDOW_LIMITED, isWindows && standing >= 0.5, draw.hasSmallWindows(), right, possible);
        boolean isAlone = right.isEmpty();
        place(Cause.RANDOM_LOSS, isAlone && isAtLeast(lost, 0.003), lost > 0, right, possible);
        place(Cause.UNDERSIZED_QUEUE, isAlone && isAtLeast(full, 0.005), full > 0, right, possible);
        if (right.isEmpty()) {
            right.add(Cause.HEALTHY);
            if (isAtLeast(policed + full + managed + lost, 0.005)) {
                right.add(Cause.UNKNOWN);
            }
        }
        if (offered < JUDGED_PACKETS) {
            right.add(Cause.INSUFFICIENT);
        }
        boolean policer = right.contains(Cause.POLICED);
        Label label = new Label(right, possible, true);
        return new Truth(label, label, policer ? draw.rateBitsPerSecond() : null, policer ? draw.bucketBytes() : null);
    }

    private static void place(Cause cause, boolean inForce, boolean aLittle, Set<Cause> right, Set<Cause> possible) {
        if (inForce) {
            right.add(cause);
        } else if (aLittle) {
            possible.add(cause);
        }
    }

    private boolean isAtLeast(long packets, double share) {
        return packets >= LEAST_PACKETS && packets >= share * offered;
    }

    private double standingShare() {
        double threshold = Math.max(5e6, 1.5 * 1_514 * 8 * 1e9 / draw.rateBitsPerSecond());
        long above = leastSojournNanos.values().stream()
                .filter(least -> least > threshold)
                .count();
        return leastSojournNanos.isEmpty() ? 0 : (double) above / leastSojournNanos.size();
    }
}
