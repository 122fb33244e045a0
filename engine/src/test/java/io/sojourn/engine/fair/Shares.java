// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.fair;

import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Rig;
import java.util.List;
import java.util.Random;

/** Flows that never run empty, and how far apart what they send comes over any interval. */
final class Shares {
    static final int LONGEST_BYTES = 1514;

    private final Rig rig;
    private final QueueDiscipline discipline;
    private final Random random;
    private final int[] tosOfFlow;
    private final long[] sent;
    private final long[] weightOfFlow;
    private final long[][] least;
    private final long[][] most;

    /**
     * @param tosOfFlow of the packets of flow 0, 1, ...
     * @param weightOfFlow what a byte of it counts
     */
    Shares(Rig rig, QueueDiscipline discipline, long seed, int[] tosOfFlow, long[] weightOfFlow) {
        this.rig = rig;
        this.discipline = discipline;
        this.random = new Random(seed);
        this.tosOfFlow = tosOfFlow;
        this.weightOfFlow = weightOfFlow;
        int flows = tosOfFlow.length;
        this.sent = new long[flows];
        this.least = new long[flows][flows];
        this.most = new long[flows][flows];
    }

    static Shares equal(Rig rig, QueueDiscipline discipline, long seed, int flows) {
        long[] weights = new long[flows];
        java.util.Arrays.fill(weights, 1);
        return new Shares(rig, discipline, seed, new int[flows], weights);
    }

    /** Serves so many packets, each at once replaced by another of its flow. */
    void serve(int packets) {
        for (int flow = 0; flow < sent.length; flow++) {
            for (int i = 0; i < 3; i++) {
                offer(flow, i);
            }
        }
        for (int i = 0; i < packets; i++) {
            long nowNanos = 1000L + i * 1000L;
            for (Rig.Departure departure : oneOf(nowNanos)) {
                int flow = (int) departure.flow();
                sent[flow] += departure.lengthBytes() * weightOfFlow[flow];
                note(flow);
                offer(flow, nowNanos);
            }
        }
    }

    /** The greatest difference between two flows over any interval, beyond what {@code bound} allows them; &lt;= 0 is fair. */
    long excess(Bound bound) {
        long worst = Long.MIN_VALUE;
        for (int a = 0; a < sent.length; a++) {
            for (int b = 0; b < a; b++) {
                worst = Math.max(worst, most[a][b] - least[a][b] - bound.of(a, b));
            }
        }
        return worst;
    }

    long sentOf(int flow) {
        return sent[flow] / weightOfFlow[flow];
    }

    /** What two flows may differ by. */
    @FunctionalInterface
    interface Bound {
        long of(int flow, int other);
    }

    private List<Rig.Departure> oneOf(long nowNanos) {
        return rig.serve(discipline, 1, nowNanos, nowNanos);
    }

    private void offer(int flow, long nowNanos) {
        int packet = rig.packet(40 + random.nextInt(LONGEST_BYTES - 39), flow, 0, nowNanos);
        rig.packets.setTos(packet, tosOfFlow[flow]);
        discipline.enqueue(packet, nowNanos);
    }

    /** A difference between two times is one between two values of the running difference. */
    private void note(int flow) {
        for (int other = 0; other < sent.length; other++) {
            int a = Math.max(flow, other);
            int b = Math.min(flow, other);
            long difference = sent[a] - sent[b];
            least[a][b] = Math.min(least[a][b], difference);
            most[a][b] = Math.max(most[a][b], difference);
        }
    }
}
