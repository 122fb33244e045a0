// SPDX-License-Identifier: Apache-2.0
package io.sojourn.testkit;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Many nodes with many queues each, one batch a node a second: made up, the same arguments always give the same batches,
 * and any batch can be asked for in any order, by several threads.
 *
 * <p>In any minute 60 % of the queues are idle, 30 % moderately busy, 10 % at their rate. A second of a queue is one of
 * {@value #SECONDS_KEPT} that were drawn beforehand for its load, so that making a batch costs next to nothing beside writing
 * it. Batches have no flows and no trails.
 */
public final class Fleet {
    private static final int SECONDS_KEPT = 512;
    private static final long SECOND_MILLIS = 1_000;
    private static final long SECONDS_A_MINUTE = 60;

    private final Plan plan;
    private final Map<QueueLoad, List<QueueSample>> seconds;
    private final List<String> queueNames;

    /**
     * @param nodes at least 1
     * @param queuesANode at least 1; 200 fit a record
     * @param startMillis first millisecond of the first batch of a node without offset
     * @param spread whether the batches of a second are spread over it by node, rather than all on the full second
     */
    public record Plan(long seed, int nodes, int queuesANode, Clocking clocking, long startMillis, boolean spread) {
        public long queues() {
            return (long) nodes * queuesANode;
        }
    }

    public Fleet(Plan plan) {
        this.plan = plan;
        this.seconds = QueueLoad.seconds(plan.seed(), SECONDS_KEPT);
        this.queueNames = new ArrayList<>();
        for (int queue = 0; queue < plan.queuesANode(); queue++) {
            queueNames.add("subscriber-" + queue);
        }
    }

    public Plan plan() {
        return plan;
    }

    public static String node(int node) {
        return "node-" + node;
    }

    /** What a node with this name is asked for as. */
    public static int index(String node) {
        return Integer.parseInt(node.substring("node-".length()));
    }

    /** The batch that a node sends after so many. Its interval is one second. */
    public SampleBatch batch(int node, long second) {
        List<QueueSample> queues = new ArrayList<>(plan.queuesANode());
        for (int queue = 0; queue < plan.queuesANode(); queue++) {
            queues.add(named(sample(node, queue, second), queueNames.get(queue)));
        }
        long startMillis = plan.startMillis() + second * SECOND_MILLIS + offsetMillis(node);
        return new SampleBatch(
                Schema.CURRENT,
                node(node),
                second,
                plan.clocking(),
                startMillis,
                startMillis + SECOND_MILLIS,
                queues,
                List.of(),
                List.of());
    }

    /** How long after the full second a node's intervals start. */
    public long offsetMillis(int node) {
        return plan.spread() ? node * SECOND_MILLIS / plan.nodes() : 0;
    }

    private QueueSample sample(int node, int queue, long second) {
        long hash = mixed(mixed(mixed(plan.seed() + node) + queue) + second / SECONDS_A_MINUTE);
        List<QueueSample> own = Objects.requireNonNull(seconds.get(load(hash)));
        return own.get(Math.floorMod(mixed(hash + second), own.size()));
    }

    private static QueueLoad load(long hash) {
        int percent = Math.floorMod(hash, 100);
        return percent < 60 ? QueueLoad.IDLE : percent < 90 ? QueueLoad.MODERATE : QueueLoad.BUSY;
    }

    /** SplitMix64's finalizer (Steele, Lea and Flood 2014): neighbours get values that have nothing to do with each other. */
    private static long mixed(long value) {
        long z = value + 0x9e3779b97f4a7c15L;
        z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
        z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
        return z ^ (z >>> 31);
    }

    private static QueueSample named(QueueSample sample, String queue) {
        return new QueueSample(
                queue,
                sample.settings(),
                sample.linkBitsPerSecond(),
                sample.offeredPackets(),
                sample.offeredBytes(),
                sample.sentPackets(),
                sample.sentBytes(),
                sample.drops(),
                sample.droppedBytes(),
                sample.markedPackets(),
                sample.backlogPackets(),
                sample.backlogBytes(),
                sample.backlogPeakPackets(),
                sample.backlogPeakBytes(),
                sample.sojournMicros(),
                sample.sojournFloorMicros(),
                sample.rttMicros(),
                sample.rttFloorMicros(),
                sample.jitterMicros(),
                sample.ipdvMicros(),
                sample.pdvMicros(),
                sample.tokensAtLossBytes(),
                sample.activeFlows(),
                sample.dataPackets(),
                sample.retransmittedPackets(),
                sample.reorderedPackets(),
                sample.advertisedWindowBytes(),
                sample.inflightBytes(),
                sample.windowLimitedFlows(),
                sample.unresponsiveBytes());
    }
}
