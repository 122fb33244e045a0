// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.junit.jupiter.api.Test;

class AllocationTest {
    @Test
    void noPacketCostsAnAllocationOnceTheLongestBacklogWasSeen() {
        var threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        assumeTrue(threads.isThreadAllocatedMemoryEnabled(), "this JVM does not count allocations");
        var policer = new Policer(20_000_000, 20_000);
        var shaper = new Shaper(new ShaperSettings(20_000_000, 10_000, QueueLimit.ofPackets(200)), new SojournMeter());
        long afterWarmUp = run(policer, shaper, 0);
        long before = threads.getCurrentThreadAllocatedBytes();
        run(policer, shaper, afterWarmUp);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        // One byte a packet would be 20 000; the measuring itself costs some.
        assertThat(allocated).isLessThan(2_000);
        assertThat(shaper.counters().droppedPackets()).isPositive();
    }

    private static long run(Policer policer, Shaper shaper, long startNanos) {
        long now = startNanos;
        for (int i = 0; i < 20_000; i++) {
            now += 500_000;
            while (shaper.poll(now) != Conditioner.NONE) {
                shaper.nextReleaseNanos(now);
            }
            policer.offer(i, 1_514, now);
            shaper.offer(i, 1_514, now);
        }
        return now;
    }
}
