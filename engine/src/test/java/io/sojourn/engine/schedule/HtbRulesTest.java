// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Rig.Departure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random trees under random load, each packet checked against {@link HtbModel}. */
class HtbRulesTest {
    private static final long MILLISECOND = 1_000_000;

    private final Random random = new Random();
    private final List<Departure> departures = new ArrayList<>();
    private HtbTree tree = new HtbTree(new Rig());

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void lowestLevelThenLowestPrioritySendsAndNothingWaitsThatMaySend(long seed) {
        random.setSeed(seed);
        Htb htb = randomTree();
        HtbModel model = new HtbModel(tree.classes);
        load(htb, model, 12_000);
        assertThat(departures).hasSizeGreaterThan(5_000);
    }

    @ParameterizedTest(name = "seed {0}")
    @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
    void noClassSendsMoreInAnyIntervalThanItsCeilAndBurstsAndAPacket(long seed) {
        random.setSeed(seed);
        Htb htb = randomTree();
        load(htb, new HtbModel(tree.classes), 12_000);
        for (int cl = 0; cl < tree.classes.size(); cl++) {
            long burstBytes = tree.classes.get(cl).settings().value(Htb.CEIL_BURST) + leafBurstsBelow(cl);
            long ceil = tree.classes.get(cl).settings().value(Htb.CEIL);
            assertThat(greatestExcessNanobits(cl, ceil)).isLessThan((burstBytes + 1514) * 8_000_000_000L);
        }
    }

    /** Beside loans, of which the last is granted while the class is not in debt, leaves send what their own bursts hold. */
    private long leafBurstsBelow(int cl) {
        long bytes = 0;
        for (int leaf = 0; leaf < tree.classes.size(); leaf++) {
            if (leaf != cl && tree.classes.get(leaf).queue() != null && isBelow(leaf, cl)) {
                bytes += tree.classes.get(leaf).settings().value(Htb.BURST) + 1514;
            }
        }
        return bytes;
    }

    /** The most that left in any interval beyond what {@code rate} earns in it. */
    private long greatestExcessNanobits(int cl, long rate) {
        long excess = 0;
        long greatest = 0;
        long beforeNanos = 0;
        for (Departure departure : departures) {
            if (isBelow(departure.classId(), cl)) {
                excess = Math.max(0, excess - (departure.atNanos() - beforeNanos) * rate)
                        + departure.lengthBytes() * 8_000_000_000L;
                beforeNanos = departure.atNanos();
                greatest = Math.max(greatest, excess);
            }
        }
        return greatest;
    }

    private boolean isBelow(int leaf, int cl) {
        int at = leaf;
        while (at >= 0 && at != cl) {
            at = tree.classes.get(at).parent();
        }
        return at == cl;
    }

    /** Bursts to random leaves, with pauses in which buckets fill; polled when the discipline says, and in between. */
    private void load(Htb htb, HtbModel model, int packets) {
        int[] leaves = tree.classes.stream()
                .filter(c -> c.queue() != null)
                .mapToInt(c -> c.classIds()[0])
                .toArray();
        long nowNanos = 0;
        for (int i = 0; i < packets; i++) {
            long pause = random.nextInt(20) == 0 ? random.nextInt(100) * MILLISECOND : random.nextInt(2_000_000);
            runTo(htb, model, nowNanos, nowNanos + pause);
            nowNanos += pause;
            // Several leaves at the same time, so that there is a choice.
            for (int n = random.nextInt(8); n >= 0; n--, i++) {
                int leaf = leaves[random.nextInt(leaves.length)];
                tree.offer(htb, leaf, 40 + random.nextInt(1475), 1, nowNanos);
                model.waiting[leaf]++;
            }
            drain(htb, model, nowNanos);
        }
        runTo(htb, model, nowNanos, nowNanos + 1_000_000 * MILLISECOND);
        assertThat(htb.backlogPackets()).isZero();
        assertThat(htb.readyNanos(nowNanos)).isEqualTo(Long.MAX_VALUE);
    }

    private void runTo(Htb htb, HtbModel model, long fromNanos, long untilNanos) {
        long nowNanos = fromNanos;
        for (long ready = htb.readyNanos(nowNanos); ready <= untilNanos; ready = htb.readyNanos(nowNanos)) {
            assertThat(ready).isGreaterThan(nowNanos);
            assertThat(model.best(ready - 1)).as("may send before it is ready").isNegative();
            nowNanos = ready;
            drain(htb, model, nowNanos);
        }
        assertThat(model.best(untilNanos)).as("may send, but is not ready").isNegative();
    }

    private void drain(Htb htb, HtbModel model, long nowNanos) {
        while (true) {
            int best = model.best(nowNanos);
            int peeked = random.nextBoolean() ? htb.peek(nowNanos) : -2;
            int packet = htb.dequeue(nowNanos);
            assertThat(packet == QueueDiscipline.NONE).isEqualTo(best < 0);
            if (packet == QueueDiscipline.NONE) {
                return;
            }
            assertThat(peeked == -2 || peeked == packet).isTrue();
            int leaf = tree.rig.packets.classId(packet);
            int lengthBytes = tree.rig.packets.lengthBytes(packet);
            assertThat(model.rank(leaf, nowNanos)).isEqualTo(best);
            model.sent(leaf, lengthBytes, nowNanos);
            departures.add(new Departure(0, lengthBytes, leaf, leaf, 0, nowNanos));
            tree.rig.packets.release(packet);
        }
    }

    /** Guarantees add up to no more than that of the class above, as {@link HtbCheck} demands. */
    private Htb randomTree() {
        tree = new HtbTree(new Rig());
        int roots = 1 + random.nextInt(2);
        for (int root = 0; root < roots; root++) {
            grow(HtbTree.TOP, 20_000_000, 1);
        }
        assertThat(tree.problems(HtbTree.LINK)).isEmpty();
        return tree.build(0);
    }

    private void grow(int parent, long rate, int depth) {
        String name = "c" + tree.classes.size();
        Map<String, Long> given = given(rate);
        if (depth == 8 || rate < 100_000 || (depth > 1 && random.nextInt(3) == 0)) {
            tree.leaf(name, parent, given);
            return;
        }
        int cl = tree.inner(name, parent, given);
        int children = 1 + random.nextInt(depth < 3 ? 4 : 2);
        for (int child = 0; child < children; child++) {
            grow(cl, rate / children * (50 + random.nextInt(51)) / 100, depth + 1);
        }
    }

    private Map<String, Long> given(long rate) {
        Map<String, Long> given = new HashMap<>();
        given.put("rate", rate);
        given.put("ceil", rate * (1 + random.nextInt(4)));
        given.put("burst", 1514L + random.nextInt(10_000));
        given.put("ceilBurst", 1514L + random.nextInt(10_000));
        given.put("priority", (long) random.nextInt(3));
        given.put("quantum", 1_000L + random.nextInt(5_000));
        return given;
    }
}
