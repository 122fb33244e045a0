// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.Rig;
import io.sojourn.engine.schedule.HfscRun.Backlog;
import io.sojourn.engine.schedule.HfscRun.Sent;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What HFSC promises, under random curves and arrivals. */
class HfscPropertyTest {
    private static final long LINK = 20_000_000;
    private static final long SECOND = 1_000_000_000;
    private static final long LONGEST_NANOS = HfscRun.LONGEST_BYTES * 8_000_000_000L / LINK;
    private static final BigInteger NANOBITS_PER_BYTE = BigInteger.valueOf(8_000_000_000L);

    /**
     * SIGCOMM'97: a packet leaves by its deadline and the time of one packet of the link. The deadline here is
     * that of all the class sent, which is no earlier than that of what it sent by real time alone.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void realTimePacketLeavesByItsDeadlineAndOnePacketOfTheLink(long seed) {
        Random random = new Random(seed);
        Rig rig = new Rig();
        ClassList classes = new ClassList(rig, Hfsc.TYPE, LINK);
        HfscCurve[] curves = new HfscCurve[6];
        classes.inner("org", -1, Map.of("linkShareRate", 1_000_000L));
        for (int id = 0; id < curves.length; id++) {
            curves[id] = randomConcave(random);
            classes.leaf("class" + id, id % 2 - 1, given(curves[id], 1000L + random.nextInt(100_000)));
        }
        classes.leaf("bulk", -1, Map.of("linkShareRate", 15_000_000L));
        assertThat(classes.problems()).isEmpty();
        HfscRun run = new HfscRun(rig, classes.scheduler(), 7, LINK, seed);
        run.run(4 * SECOND, id -> id == 6 || id == 2, 4_000_000);
        for (int id = 0; id < curves.length; id++) {
            assertDeadlines(run, id, curves[id]);
        }
        assertThat(run.idleWhileBacklogged).isZero();
    }

    private static void assertDeadlines(HfscRun run, int id, HfscCurve curve) {
        List<Backlog> backlogs =
                run.backlogs.stream().filter(one -> one.classId() == id).toList();
        long bytes = 0;
        int packets = 0;
        for (Sent sent : run.sent) {
            if (sent.classId() == id) {
                bytes += sent.lengthBytes();
                packets++;
                long dueNanos = sent.untilNanos() - LONGEST_NANOS - 2;
                assertThat(isDueLater(backlogs, curve, bytes, sent.fromNanos(), dueNanos))
                        .as("class %d, packet %d, sent at %d", id, packets, sent.fromNanos())
                        .isTrue();
            }
        }
        assertThat(packets).isGreaterThan(50);
    }

    /** Whether, by some backlog so far, the curve grants so many bytes only at {@code atNanos} or later. */
    private static boolean isDueLater(
            List<Backlog> backlogs, HfscCurve curve, long bytes, long sentNanos, long atNanos) {
        for (Backlog backlog : backlogs) {
            BigInteger wanted = BigInteger.valueOf(bytes - backlog.sentBytes()).multiply(NANOBITS_PER_BYTE);
            if (backlog.atNanos() <= sentNanos
                    && (atNanos <= backlog.atNanos()
                            || curve.nanobits(atNanos - backlog.atNanos()).compareTo(wanted) < 0)) {
                return true;
            }
        }
        return false;
    }

    /** Between siblings that have packets throughout, whoever sends has the least virtual time: one packet of each. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void sharesOfSiblingsDifferByAtMostOnePacketOfEachOverAnyInterval(long seed) {
        Random random = new Random(seed);
        Rig rig = new Rig();
        ClassList classes = new ClassList(rig, Hfsc.TYPE, LINK);
        long[] rates = new long[5];
        classes.inner("org", -1, Map.of("linkShareRate", 10_000_000L));
        classes.leaf("other", -1, Map.of("linkShareRate", 3_000_000L));
        for (int id = 1; id < rates.length; id++) {
            rates[id] = 10_000L + random.nextInt(2_000_000);
            classes.leaf("class" + id, 0, Map.of("linkShareRate", rates[id]));
        }
        HfscRun run = new HfscRun(rig, classes.scheduler(), 5, LINK, seed);
        run.run(4 * SECOND, id -> id == 1 || id == 2, 3_000_000);
        double bound = HfscRun.LONGEST_BYTES / (double) rates[1] + HfscRun.LONGEST_BYTES / (double) rates[2];
        assertThat(widest(run.sent, rates)).isLessThanOrEqualTo(bound * 1.000_001);
        assertThat(run.idleWhileBacklogged).isZero();
    }

    private static double widest(List<Sent> all, long[] rates) {
        double difference = 0;
        double least = 0;
        double most = 0;
        for (Sent sent : all) {
            double share = sent.lengthBytes() / (double) Math.max(1, rates[sent.classId()]);
            difference += sent.classId() == 1 ? share : sent.classId() == 2 ? -share : 0;
            least = Math.min(least, difference);
            most = Math.max(most, difference);
        }
        return most - least;
    }

    /** Two limited leaves below a limited parent, beside a class that takes the link now and then. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void upperLimitIsKeptOverAnyInterval(long seed) {
        Random random = new Random(seed);
        Rig rig = new Rig();
        ClassList classes = new ClassList(rig, Hfsc.TYPE, LINK);
        HfscCurve[] limits = {randomConcave(random), randomConcave(random), randomConcave(random)};
        classes.inner("guests", -1, limited(limits[2], 8_000_000));
        classes.leaf("one", 0, limited(limits[0], 1_000_000));
        classes.leaf("other", 0, limited(limits[1], 2_000_000));
        classes.leaf("bulk", -1, Map.of("linkShareRate", 10_000_000L));
        HfscRun run = new HfscRun(rig, classes.scheduler(), 3, LINK, seed);
        run.run(2 * SECOND, id -> id == 0, 10_000_000);
        assertLimit(run, limits[0], true, false);
        assertLimit(run, limits[1], false, true);
        assertLimit(run, limits[2], true, true);
    }

    private static void assertLimit(HfscRun run, HfscCurve limit, boolean isOne, boolean isOther) {
        List<Sent> sent = run.sent.stream()
                .filter(one -> (isOne && one.classId() == 0) || (isOther && one.classId() == 1))
                .toList();
        assertThat(sent).hasSizeGreaterThan(20);
        BigInteger room = BigInteger.valueOf(2L * HfscRun.LONGEST_BYTES).multiply(NANOBITS_PER_BYTE);
        for (int from = 0; from < sent.size(); from++) {
            long bytes = 0;
            for (int until = from; until < Math.min(sent.size(), from + 400); until++) {
                bytes += sent.get(until).lengthBytes();
                long nanos = sent.get(until).fromNanos() - sent.get(from).fromNanos();
                BigInteger allowed = limit.nanobits(nanos).add(room);
                assertThat(BigInteger.valueOf(bytes).multiply(NANOBITS_PER_BYTE).compareTo(allowed))
                        .as("packets %d to %d", from, until)
                        .isNotPositive();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void everyGreedyClassSendsInEverySecondWhateverTheOthersAre(long seed) {
        Random random = new Random(seed);
        Rig rig = new Rig();
        ClassList classes = new ClassList(rig, Hfsc.TYPE, LINK);
        for (int id = 0; id < 12; id++) {
            Map<String, Long> given = given(randomConcave(random), 200_000L + random.nextInt(1_000_000));
            if (id % 3 != 0) {
                given.keySet().removeIf(name -> name.startsWith("realTime"));
            }
            if (id % 3 == 1) {
                given.put("upperLimitRate", 500_000L);
            }
            classes.leaf("class" + id, -1, given);
        }
        HfscRun run = new HfscRun(rig, classes.scheduler(), 12, LINK, seed);
        run.run(5 * SECOND, id -> id < 9, 1_000_000);
        for (int id = 0; id < 9; id++) {
            for (long second = 0; second < 5; second++) {
                int wanted = id;
                long from = second * SECOND;
                assertThat(run.sent)
                        .anyMatch(one ->
                                one.classId() == wanted && one.fromNanos() >= from && one.fromNanos() < from + SECOND);
            }
        }
    }

    /** Up to 2 Mbit/s, and a sixth of 80 % of the link at the start. */
    private static HfscCurve randomConcave(Random random) {
        long rate = 200_000L + random.nextInt(1_800_000);
        return new HfscCurve(rate + random.nextInt(600_000), random.nextInt(40_000_000), rate);
    }

    private static Map<String, Long> given(HfscCurve realTime, long linkShareRate) {
        Map<String, Long> given = new HashMap<>();
        given.put("linkShareRate", linkShareRate);
        given.put("realTimeRate", realTime.rate());
        given.put("realTimeStartRate", realTime.startRate());
        given.put("realTimeStartTime", Math.max(1, realTime.startNanos()));
        return given;
    }

    private static Map<String, Long> limited(HfscCurve limit, long linkShareRate) {
        return Map.of(
                "linkShareRate", linkShareRate,
                "upperLimitRate", limit.rate(),
                "upperLimitStartRate", limit.startRate(),
                "upperLimitStartTime", Math.max(1, limit.startNanos()));
    }
}
