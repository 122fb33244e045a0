// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.PacketStore;
import java.lang.management.ManagementFactory;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class AllocationTest {
    private static final int PACKETS = 20_000;

    static Stream<DisciplineType> types() {
        return Registry.types().stream();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("types")
    void noPacketCostsAnAllocationOnceTheLongestBacklogWasSeen(DisciplineType type) {
        var threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        assumeTrue(threads.isThreadAllocatedMemoryEnabled(), "this JVM does not count allocations");
        PacketStore packets = new PacketStore(1 << 16);
        Link link = new Link(Parts.around(type, Parts.RATE_BITS_PER_SECOND), packets, LinkObserver.NONE, 1, 0);
        int leaves = (int) LinkTree.queues(link.root()).count();
        long afterWarmUp = run(link, packets, leaves, 0);
        afterWarmUp = run(link, packets, leaves, afterWarmUp);
        long before = threads.getCurrentThreadAllocatedBytes();
        run(link, packets, leaves, afterWarmUp);
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        // One byte a packet would be 20 000; the measuring itself costs some.
        assertThat(allocated).isLessThan(4_000);
    }

    /** Up to three times what the link carries, in turn: queues fill to their limits and empty again. */
    private static long run(Link link, PacketStore packets, int leaves, long startNanos) {
        long nowNanos = startNanos;
        for (int i = 0; i < PACKETS; i++) {
            nowNanos += (i & 1024) == 0 ? 200_000 : 2_000_000;
            int packet = packets.add(i, 100 + i % 1400, nowNanos);
            packets.setFlow(packet, (i % 50) * 0x9e3779b97f4a7c15L);
            packets.setHosts(packet, i % 7, i % 5);
            packets.setClassId(packet, i % leaves);
            packets.setHeader(packet, i % 256, 6, i % 64);
            link.offer(packet, nowNanos);
            for (int sent = link.poll(nowNanos); sent >= 0; sent = link.poll(nowNanos)) {
                packets.release(sent);
            }
            link.nextReleaseNanos(nowNanos);
        }
        return nowNanos;
    }
}
