// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.link.Link;
import io.sojourn.engine.link.LinkObserver;
import io.sojourn.node.path.RecordedCrossings.Crossing;
import io.sojourn.node.path.Standstills.Standstill;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The packets of a recorded run, given to a link at the times at which the recorded box got them. */
final class KernelReplay implements LinkObserver {
    private static final long END = Long.MAX_VALUE - 1;

    private final RecordedBox box;
    private final List<Crossing> crossings;
    private final PacketStore packets = new PacketStore(1 << 20);
    private final Link link;
    private final List<Standstill> standstills;
    private final long[] leftNanos;
    private long nowNanos;
    private int nextStandstill;

    /** How two verdicts on the same packets compare; times are absolute differences, in nanoseconds. */
    record Comparison(
            int offered,
            int kernelSent,
            int engineSent,
            int sameVerdict,
            long p50Nanos,
            long p95Nanos,
            long p99Nanos,
            long maxNanos) {
        int kernelDropped() {
            return offered - kernelSent;
        }

        int engineDropped() {
            return offered - engineSent;
        }

        String row(String run, String what) {
            return String.format(
                    Locale.ROOT,
                    "| %s | %s | %d | %d | %d | %d | %d | %d | %.2f | %.2f | %.2f | %.2f |",
                    run,
                    what,
                    offered,
                    kernelSent,
                    engineSent,
                    kernelDropped(),
                    engineDropped(),
                    offered - sameVerdict,
                    p50Nanos / 1e6,
                    p95Nanos / 1e6,
                    p99Nanos / 1e6,
                    maxNanos / 1e6);
        }
    }

    private KernelReplay(RecordedBox box, List<Crossing> crossings, List<Standstill> standstills) {
        this.box = box;
        this.crossings = crossings;
        this.standstills = standstills;
        leftNanos = new long[crossings.size()];
        Arrays.fill(leftNanos, RecordedCrossings.LOST);
        nowNanos = crossings.get(0).inNanos();
        link = new Link(box.part(), packets, this, 1, nowNanos);
    }

    /** @param standstills times in which the link is not polled, in order */
    static KernelReplay of(RecordedBox box, List<Crossing> crossings, List<Standstill> standstills) {
        KernelReplay replay = new KernelReplay(box, crossings, standstills);
        for (int i = 0; i < crossings.size(); i++) {
            replay.drainUntil(crossings.get(i).inNanos());
            replay.offer(i);
        }
        replay.drainUntil(END);
        return replay;
    }

    int sent() {
        return (int) Arrays.stream(leftNanos)
                .filter(nanos -> nanos != RecordedCrossings.LOST)
                .count();
    }

    Comparison compare() {
        long pathNanos = RecordedCrossings.pathNanos(crossings);
        long[] differences = new long[crossings.size()];
        int both = 0;
        int same = 0;
        int kernelSent = 0;
        for (int i = 0; i < leftNanos.length; i++) {
            Crossing crossing = crossings.get(i);
            boolean left = leftNanos[i] != RecordedCrossings.LOST;
            same += left == crossing.isLost() ? 0 : 1;
            kernelSent += crossing.isLost() ? 0 : 1;
            if (left && !crossing.isLost()) {
                differences[both++] = Math.abs(crossing.outNanos() - pathNanos - leftNanos[i]);
            }
        }
        Arrays.sort(differences, 0, both);
        return new Comparison(
                leftNanos.length,
                kernelSent,
                sent(),
                same,
                differences[both / 2],
                differences[both * 95 / 100],
                differences[both * 99 / 100],
                differences[both - 1]);
    }

    private void offer(int index) {
        Crossing crossing = crossings.get(index);
        int packet = packets.add(index, crossing.lengthBytes(), nowNanos);
        packets.setClassId(packet, link.classId(box.classOf(crossing)).orElseThrow());
        link.offer(packet, nowNanos);
        if (running(nowNanos) == nowNanos) {
            pollAll();
        }
    }

    /** Lets leave what leaves by then; packets captured by two processors may be a little out of order. */
    private void drainUntil(long untilNanos) {
        for (long at = nextPoll(); at <= untilNanos; at = nextPoll()) {
            nowNanos = at;
            pollAll();
        }
        if (untilNanos != END) {
            nowNanos = Math.max(nowNanos, untilNanos);
        }
    }

    private long nextPoll() {
        long readyNanos = link.nextReleaseNanos(nowNanos);
        return readyNanos == Long.MAX_VALUE ? readyNanos : running(Math.max(nowNanos, readyNanos));
    }

    /** The time itself, or the end of the standstill that it falls into; asked in order of time. */
    private long running(long atNanos) {
        while (nextStandstill < standstills.size()
                && standstills.get(nextStandstill).untilNanos() <= nowNanos) {
            nextStandstill++;
        }
        for (int i = nextStandstill; i < standstills.size(); i++) {
            Standstill standstill = standstills.get(i);
            if (atNanos >= standstill.fromNanos() && atNanos < standstill.untilNanos()) {
                return standstill.untilNanos();
            }
        }
        return atNanos;
    }

    private void pollAll() {
        for (int packet = link.poll(nowNanos); packet != PacketStore.NONE; packet = link.poll(nowNanos)) {
            leftNanos[(int) packets.handle(packet)] = nowNanos;
            packets.release(packet);
        }
    }

    @Override
    public void dropped(int packet, DropCause cause, long levelBytes, long nowNanos) {
        leftNanos[(int) packets.handle(packet)] = RecordedCrossings.LOST;
    }
}
