// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Rig.Departure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where classes of HFSC stand among their siblings after they joined, left, or were held back. */
class HfscVirtualTimeTest {
    private static final long MILLISECOND = 1_000_000;
    private static final long LINK = 10_000_000;

    private final Rig rig = new Rig();

    private void offer(QueueDiscipline hfsc, int classId, int count, long nowNanos) {
        for (int packet = 0; packet < count; packet++) {
            hfsc.enqueue(rig.packet(1000, classId, classId, nowNanos), nowNanos);
        }
    }

    private static ClassList eleven(Rig rig) {
        ClassList classes = new ClassList(rig, Hfsc.TYPE, LINK);
        for (int id = 0; id < 11; id++) {
            classes.leaf("class" + id, -1, Map.of("linkShareRate", 900_000L));
        }
        return classes;
    }

    /** SIGCOMM'97: (vmin + vmax) / 2. Five siblings have sent eleven packets, five only ten: they go before it. */
    @Test
    void joiningClassStartsInTheMiddleOfItsSiblings() {
        QueueDiscipline hfsc = eleven(rig).scheduler();
        for (int id = 0; id < 10; id++) {
            offer(hfsc, id, 50, 0);
        }
        assertThat(rig.serve(hfsc, LINK, 0, 105 * 800_000L - 1)).hasSize(105);
        offer(hfsc, 10, 1, 105 * 800_000L);
        List<Departure> next = rig.serve(hfsc, LINK, 105 * 800_000L, 120 * 800_000L);
        assertThat(next.get(5).classId()).isEqualTo(10);
    }

    /** Sent by real time, two packets take the virtual time of a voice class with a small share far ahead. */
    @Test
    void classThatLeftDoesNotCountForTheMiddle() {
        QueueDiscipline hfsc = eleven(rig)
                .leaf("voice", -1, Map.of("linkShareRate", 9000L, "realTimeRate", 1_000_000L))
                .scheduler();
        offer(hfsc, 0, 50, 0);
        offer(hfsc, 1, 50, 0);
        offer(hfsc, 11, 2, 0);
        List<Departure> before = rig.serve(hfsc, LINK, 0, 12 * 800_000L - 1);
        assertThat(before).filteredOn(left -> left.classId() == 11).hasSize(2);
        offer(hfsc, 2, 1, 12 * 800_000L);
        List<Departure> next = rig.serve(hfsc, LINK, 12 * 800_000L, 15 * 800_000L - 1);
        assertThat(next).extracting(Departure::classId).contains(2);
    }

    /** While it waits for its second packet to be eligible, the middle is half as far ahead as it is. */
    @Test
    void classFarAheadCountsForTheMiddleWhileItHasPackets() {
        QueueDiscipline hfsc = eleven(rig)
                .leaf("voice", -1, Map.of("linkShareRate", 9000L, "realTimeRate", 1_000_000L))
                .scheduler();
        offer(hfsc, 0, 50, 0);
        offer(hfsc, 1, 50, 0);
        offer(hfsc, 11, 2, 0);
        rig.serve(hfsc, LINK, 0, 5 * 800_000L - 1);
        offer(hfsc, 2, 1, 5 * 800_000L);
        List<Departure> next = rig.serve(hfsc, LINK, 5 * 800_000L, 102 * 800_000L);
        assertThat(next.subList(0, 90)).extracting(Departure::classId).doesNotContain(2);
    }

    /** With one sibling its part was 5 Mbit/s, of which its limit let it have 3; with another one its part is 2. */
    @Test
    void classHeldBackByItsLimitDoesNotCatchUpAtTheCostOfOthers() {
        QueueDiscipline hfsc = new ClassList(rig, Hfsc.TYPE, LINK)
                .leaf("guest", -1, Map.of("linkShareRate", 2_000_000L, "upperLimitRate", 3_000_000L))
                .leaf("bulk", -1, Map.of("linkShareRate", 2_000_000L))
                .leaf("late", -1, Map.of("linkShareRate", 6_000_000L))
                .scheduler();
        offer(hfsc, 0, 1000, 0);
        offer(hfsc, 1, 2000, 0);
        long held = bytesOfGuest(rig.serve(hfsc, LINK, 0, 800 * MILLISECOND - 1));
        assertThat(held).isBetween(298_000L, 302_000L);
        offer(hfsc, 2, 1000, 800 * MILLISECOND);
        long later = bytesOfGuest(rig.serve(hfsc, LINK, 800 * MILLISECOND, 1600 * MILLISECOND - 1));
        assertThat(later).isBetween(198_000L, 202_000L);
    }

    private static long bytesOfGuest(List<Departure> departures) {
        return departures.stream()
                .filter(left -> left.classId() == 0)
                .mapToLong(Departure::lengthBytes)
                .sum();
    }
}
