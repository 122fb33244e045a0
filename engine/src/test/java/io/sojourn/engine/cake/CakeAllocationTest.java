// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketFate;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Surroundings;
import java.lang.management.ManagementFactory;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CakeAllocationTest {
    @Test
    void noPacketCostsAnAllocation() {
        ThreadMXBean threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        Forgetting around = new Forgetting();
        Map<String, Long> given = Map.of("rate", 1_000_000_000L, "limitBytes", 300_000L, "ackFilter", 1L);
        Cake cake = new Cake(Rig.settings(Cake.TYPE, given), new Surroundings(around.packets, around, 1));
        long nowNanos = load(cake, around.packets, load(cake, around.packets, 0));
        long before = threads.getCurrentThreadAllocatedBytes();
        load(cake, around.packets, nowNanos);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(2_000);
        assertThat(around.dropped).isPositive();
    }

    /** Releases what is dropped. */
    private static final class Forgetting implements PacketFate {
        final PacketStore packets = new PacketStore(1 << 16);
        int dropped;

        @Override
        public void dropped(int packet, DropCause cause, long nowNanos) {
            packets.release(packet);
            dropped++;
        }

        @Override
        public void marked(int packet, long nowNanos) {}
    }

    /** 200 flows, more than the rate by some. */
    private static long load(Cake cake, PacketStore packets, long fromNanos) {
        long nowNanos = fromNanos;
        for (int i = 0; i < 40_000; i++) {
            int packet = packets.add(i, 1000, nowNanos);
            packets.setFlow(packet, i % 200);
            packets.setHosts(packet, i % 7, i % 3);
            packets.setHeader(packet, i % 200 << 2, 6, i % 5 == 0 ? PacketStore.PURE_ACK : 0);
            cake.enqueue(packet, nowNanos);
            nowNanos += 7_000;
            int left = cake.dequeue(nowNanos);
            if (left >= 0) {
                packets.release(left);
            }
        }
        return nowNanos;
    }
}
