// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Rig;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;

/** A link of one rate with random arrivals; what it sent and when classes became backlogged. */
final class HfscRun {
    /** Largest packet that arrives. */
    static final int LONGEST_BYTES = 1514;

    /** A packet sent. */
    record Sent(int classId, int lengthBytes, long fromNanos, long untilNanos) {}

    /** A class got its first packet, having sent so many bytes before. */
    record Backlog(int classId, long atNanos, long sentBytes) {}

    final List<Sent> sent = new ArrayList<>();
    final List<Backlog> backlogs = new ArrayList<>();
    /** Times at which nothing was sent although packets waited. */
    int idleWhileBacklogged;

    private final Rig rig;
    private final QueueDiscipline discipline;
    private final Random random;
    private final long rate;
    private final int[] waiting;
    private final long[] sentBytes;
    private long nowNanos;
    private long nextArrivalNanos;

    HfscRun(Rig rig, QueueDiscipline discipline, int classes, long rate, long seed) {
        this.rig = rig;
        this.discipline = discipline;
        this.rate = rate;
        random = new Random(seed);
        waiting = new int[classes];
        sentBytes = new long[classes];
    }

    void offer(int classId, int lengthBytes, long atNanos) {
        if (waiting[classId]++ == 0) {
            backlogs.add(new Backlog(classId, atNanos, sentBytes[classId]));
        }
        discipline.enqueue(rig.packet(lengthBytes, classId, classId, atNanos), atNanos);
    }

    /**
     * Until {@code untilNanos}: classes that are greedy always have packets, the others get bursts now and then.
     *
     * @param gapNanos mean time between bursts
     */
    void run(long untilNanos, IntPredicate isGreedy, int gapNanos) {
        while (nowNanos < untilNanos) {
            for (; nextArrivalNanos <= nowNanos; nextArrivalNanos += 1 + random.nextInt(2 * gapNanos)) {
                arrive(isGreedy);
            }
            for (int id = 0; id < waiting.length; id++) {
                while (isGreedy.test(id) && waiting[id] < 3) {
                    offer(id, length(), nowNanos);
                }
            }
            step();
        }
    }

    private void arrive(IntPredicate isGreedy) {
        int id = random.nextInt(waiting.length);
        for (int left = 1 + random.nextInt(12); left > 0 && !isGreedy.test(id); left--) {
            offer(id, length(), Math.max(nowNanos, nextArrivalNanos));
        }
    }

    private void step() {
        int packet = discipline.dequeue(nowNanos);
        if (packet == QueueDiscipline.NONE) {
            idleWhileBacklogged += discipline.backlogPackets() > 0 ? 1 : 0;
            long readyNanos = discipline.readyNanos(nowNanos);
            if (readyNanos <= nowNanos) {
                throw new AssertionError("ready at " + nowNanos + ", but nothing leaves");
            }
            nowNanos = Math.min(nextArrivalNanos, readyNanos);
            return;
        }
        int id = rig.packets.classId(packet);
        int lengthBytes = rig.packets.lengthBytes(packet);
        long untilNanos = nowNanos + lengthBytes * 8_000_000_000L / rate;
        sent.add(new Sent(id, lengthBytes, nowNanos, untilNanos));
        waiting[id]--;
        sentBytes[id] += lengthBytes;
        rig.packets.release(packet);
        nowNanos = untilNanos;
    }

    private int length() {
        return random.nextInt(3) == 0 ? 64 : LONGEST_BYTES - random.nextInt(400);
    }
}
