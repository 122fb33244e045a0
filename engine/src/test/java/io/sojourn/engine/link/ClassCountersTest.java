// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Settings;
import io.sojourn.engine.SojournHistogram;
import io.sojourn.engine.meter.TwoColorPolicer;
import io.sojourn.engine.queue.Fifo;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ClassCountersTest {
    private static final long MILLISECOND = 1_000_000;

    private static List<Long> values(SojournHistogram histogram) {
        List<Long> values = new ArrayList<>();
        histogram.forEach((value, count) -> {
            for (long i = 0; i < count; i++) {
                values.add(value);
            }
        });
        return values;
    }

    @Test
    void linkTellsSojournTimesTheirFloorsAndTheLevelAtEachLoss() {
        Settings policed = Rig.settings(TwoColorPolicer.TYPE, Map.of("rate", 8000L, "burst", 2100L));
        Part root = new Part.Queue(
                "only",
                Fifo.TYPE,
                Rig.settings(Fifo.TYPE, Map.of("limit", 2L)),
                List.of(new Part.Metered(TwoColorPolicer.TYPE, policed)));
        var packets = new PacketStore(16);
        var link = new Link(root, packets, LinkObserver.NONE, 1, 0);
        for (int lengthBytes : new int[] {1000, 1000, 101, 60, 41, 40, 9}) {
            link.offer(packets.add(0, lengthBytes, 0), 0);
        }
        link.poll(50 * MILLISECOND);
        link.poll(60 * MILLISECOND);
        ClassCounters counters = link.counters(0);
        // 101 finds 100 bytes of credit; 60 and 40 fit and find the queue full; 41 finds 40, 9 none.
        assertThat(values(counters.lossLevels())).containsExactly(0L, 40L, 100L);
        assertThat(counters.droppedPackets(DropCause.POLICED)).isEqualTo(3);
        assertThat(counters.droppedPackets(DropCause.TAIL)).isEqualTo(2);
        assertThat(counters.sojourn().sojourns().min()).isEqualTo(50 * MILLISECOND);
        assertThat(counters.sojourn().sojourns().max()).isEqualTo(60 * MILLISECOND);
        counters.sojourn().floor().closeBefore(100 * MILLISECOND);
        assertThat(values(counters.sojourn().floor().floors())).containsExactly(50 * MILLISECOND);
    }

    @Test
    void packetSaidToArriveLaterHasWaitedForNothing() {
        var counters = new ClassCounters();
        counters.offered(100);
        counters.sent(100, -5, 0);
        assertThat(counters.sojourn().sojourns().max()).isZero();
    }

    @Test
    void idleClassIs400BytesAndABusyOne17Kilobytes() {
        var threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        assumeTrue(threads.isThreadAllocatedMemoryEnabled(), "this JVM does not count allocations");
        ClassCounters[] classes = new ClassCounters[1000];
        for (int i = 0; i < classes.length; i++) {
            classes[i] = new ClassCounters();
        }
        // No assertion in between: the first one of a process allocates megabytes.
        long before = threads.getCurrentThreadAllocatedBytes();
        for (int i = 0; i < classes.length; i++) {
            classes[i] = new ClassCounters();
        }
        long idle = threads.getCurrentThreadAllocatedBytes() - before;
        // A sojourn time in each of the 8 octaves from 1 to 100 ms, each the floor of its 100 ms.
        for (ClassCounters busy : classes) {
            for (int i = 0; i < 9; i++) {
                long sojournNanos = Math.min(100 * MILLISECOND, MILLISECOND << i);
                busy.sent(1514, sojournNanos, i * (100 * MILLISECOND));
            }
        }
        long all = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(idle / classes.length).isLessThanOrEqualTo(400);
        assertThat(classes[0].sojourn().sojourns().blocks()).isEqualTo(8);
        assertThat(all / classes.length).isBetween(8_000L, 17_500L);
    }
}
