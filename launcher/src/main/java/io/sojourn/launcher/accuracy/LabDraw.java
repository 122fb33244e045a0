// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import io.sojourn.lab.plan.ClassChooser;
import io.sojourn.lab.plan.Dumbbell;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import io.sojourn.launcher.labnode.LabSamples;
import io.sojourn.node.policy.Policy;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A network drawn at random: TCP flows through one box, and a line behind it that may lose packets.
 *
 * @param plan with the places that the view looks from, on the way there and back
 * @param isPolicer whether the box drops by rate and holds nothing back
 * @param isFifo whether it drops only when it is full
 * @param hasSmallWindows whether the receive windows are 64 kB
 * @param bucketBytes of the policer
 * @param backNanos from where it is looked from to the sender
 */
record LabDraw(
        String name,
        View view,
        Plan plan,
        Policy policy,
        boolean isPolicer,
        boolean isFifo,
        boolean hasSmallWindows,
        long rateBitsPerSecond,
        long bucketBytes,
        long backNanos,
        long baseRttNanos) {
    static final String BOX = "box";
    static final String LOSSY = "there";

    /** Places to look from; nothing waits there. */
    static final String THERE = "looked-at-there";

    static final String BACK = "looked-at-back";

    private static final long SECOND_NANOS = 1_000_000_000L;
    private static final long FAST_BITS_PER_SECOND = 100_000_000;
    private static final int FRAME_BITS = 1_514 * 8;
    private static final int LEAST_BUCKET_BYTES = 8_000;
    private static final int MOST_BUCKET_BYTES = 2_000_000;
    private static final List<String> MANAGED =
            List.of("codel", "pie", "red", "sfq", "wfq", "fq-codel", "cake", "dualpi2");

    /** Where the traffic is seen. */
    enum View {
        NODE,
        SENDER,
        RECEIVER;

        List<String> forward() {
            return switch (this) {
                case NODE -> List.of("access", BOX, LOSSY);
                case SENDER -> List.of("access", THERE, BOX, LOSSY);
                case RECEIVER -> List.of("access", BOX, LOSSY, THERE);
            };
        }

        List<String> back() {
            return switch (this) {
                case NODE -> List.of("back");
                case SENDER -> List.of("back", BACK);
                case RECEIVER -> List.of(BACK, "back");
            };
        }

        String text() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    static View viewOf(int index) {
        return View.values()[index % View.values().length];
    }

    static LabDraw of(long seed, int index) {
        SplittableRandom random = new SplittableRandom(seed * 1_000_003 + index);
        long rate = Math.round(logarithmic(random, 0.5e6, 1e9));
        long rttNanos = Math.round(logarithmic(random, 1e6, 300e6));
        int flows = (int) Math.round(logarithmic(random, 1, 50));
        double loss = random.nextInt(10) < 6 ? 0 : logarithmic(random, 0.0001, 0.03);
        boolean smallWindows = random.nextInt(4) == 0;
        int shape = random.nextInt(10);
        long bucket = Math.max(
                LEAST_BUCKET_BYTES,
                Math.min(MOST_BUCKET_BYTES, Math.round(rate / 8.0 * logarithmic(random, 0.01, 0.5))));
        long limit = Math.max(10, Math.round(rate * logarithmic(random, 0.005, 1) / FRAME_BITS));
        String discipline = MANAGED.get(random.nextInt(MANAGED.size()));
        boolean isPolicer = shape < 4;
        boolean isFifo = shape >= 4 && shape < 7;
        Policy policy = policy(
                isPolicer
                        ? "queues: [ { name: box, policer: { rate: " + rate + "bit, burst: " + bucket + "B } } ]"
                        : "default: box\nlinks: [ { name: box, rate: " + rate + "bit, queue: "
                                + (isFifo ? "{ discipline: fifo, limit: " + limit + "p }" : discipline) + " } ]");
        TcpSettings tcp = TcpSettings.linux(
                random.nextBoolean() ? TcpSettings.Algorithm.RENO : TcpSettings.Algorithm.LINUX_CUBIC);
        Traffic.Bulk bulk = new Traffic.Bulk(
                smallWindows ? tcp : tcp.withWindowSegments(TcpSettings.WINDOW_DEFAULT_SEGMENTS), null);
        long seconds = rate > FAST_BITS_PER_SECOND ? 10 : 20;
        Plan plain = new Dumbbell(
                        seed * 1_000 + index,
                        seconds * SECOND_NANOS,
                        0,
                        flows,
                        Math.max(1_000_000_000, 2 * rate),
                        rttNanos,
                        bulk,
                        box(BOX, policy),
                        0)
                .plan();
        String name = String.format(
                Locale.ROOT,
                "%d-%d %s %.1f Mbit/s, %d flows, %.0f ms, %s%s%s",
                seed,
                index,
                viewOf(index).text(),
                rate / 1e6,
                flows,
                rttNanos / 1e6,
                isPolicer ? "policer " + bucket / 1_000 + " kB" : isFifo ? "fifo " + limit + " p" : discipline,
                loss == 0 ? "" : String.format(Locale.ROOT, ", %.2f %% lost", 100 * loss),
                smallWindows ? ", 64 kB windows" : "");
        return new LabDraw(
                name,
                viewOf(index),
                withPlaces(plain, policy, loss, viewOf(index)),
                policy,
                isPolicer,
                isFifo,
                smallWindows,
                rate,
                bucket,
                viewOf(index) == View.RECEIVER ? rttNanos - rttNanos / 2 : 0,
                rttNanos);
    }

    private static double logarithmic(SplittableRandom random, double from, double to) {
        return from * Math.pow(to / from, random.nextDouble());
    }

    private static Policy policy(String queues) {
        return Policy.parse("a drawn scenario", "node: lab\nlengthAccounting: ethernet\n" + queues + "\n");
    }

    private static HopPlan.Box box(String name, Policy policy) {
        return new HopPlan.Box(name, policy.links().get(0).root(), ClassChooser.only(BOX), policy.lengthRule());
    }

    private static Plan withPlaces(Plan plain, Policy policy, double lossRatio, View view) {
        List<HopPlan> hops = new ArrayList<>();
        for (HopPlan hop : plain.hops()) {
            hops.add(hop instanceof HopPlan.Line line && line.name().equals(LOSSY) ? line.withLoss(lossRatio) : hop);
        }
        if (view != View.NODE) {
            hops.add(box(THERE, policy));
            hops.add(box(BACK, policy));
        }
        List<FlowPlan> flows = plain.flows().stream()
                .map(flow -> new FlowPlan(
                        flow.name(),
                        flow.group(),
                        flow.traffic(),
                        view.forward(),
                        view.back(),
                        flow.header(),
                        flow.startNanos(),
                        flow.stopNanos()))
                .toList();
        return new Plan(plain.seed(), plain.durationNanos(), plain.warmUpNanos(), hops, flows);
    }

    String kind() {
        return isPolicer ? "policer" : isFifo ? "fifo" : "managed";
    }

    /** Boxes that are nodes, by name. */
    Map<String, LabSamples.As> nodes() {
        return Map.of(BOX, new LabSamples.As("lab", policy));
    }
}
