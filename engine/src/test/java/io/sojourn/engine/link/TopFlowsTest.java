// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import io.sojourn.engine.link.TopFlows.Loser;
import io.sojourn.engine.link.TopFlows.Sender;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TopFlowsTest {
    @Test
    void newFlowTakesOverTheLeastAndCarriesItsCountAsError() {
        var top = new TopFlows(2, 1);
        top.sent(1, 500);
        top.sent(2, 300);
        top.sent(3, 100);
        top.sent(1, 50);
        assertThat(top.senders()).containsExactly(new Sender(1, 550, 0), new Sender(3, 400, 300));
        assertThat(top.sentBytes()).isEqualTo(950);
        top.sent(2, 200);
        assertThat(top.senders()).containsExactly(new Sender(2, 600, 400), new Sender(1, 550, 0));
    }

    @Test
    void dropsAreCountedApartFromBytes() {
        var top = new TopFlows(4, 1);
        top.sent(1, 1500);
        top.dropped(2);
        top.dropped(2);
        top.dropped(1);
        assertThat(top.losers()).containsExactly(new Loser(2, 2, 0), new Loser(1, 1, 0));
        assertThat(top.droppedPackets()).isEqualTo(3);
        top.reset();
        assertThat(top.losers()).isEmpty();
        assertThat(top.senders()).isEmpty();
        top.dropped(9);
        assertThat(top.losers()).containsExactly(new Loser(9, 1, 0));
    }

    /** The three promises of Space-Saving, on skewed and on even traffic, after any number of packets. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyFlowAboveOneKthIsThereAndNoCountIsOffByMore(long seed) {
        var random = new Random(seed);
        int kept = 1 + random.nextInt(100);
        var top = new TopFlows(kept, seed);
        Map<Long, Long> truth = new HashMap<>();
        for (int i = 1; i <= 30_000; i++) {
            double skew = seed % 2 == 0 ? 1 : random.nextDouble() * random.nextDouble();
            long rank = Math.round(random.nextInt(2000) * skew);
            long flow = rank * 0x9e3779b97f4a7c15L;
            int length = 40 + random.nextInt(1475);
            top.sent(flow, length);
            truth.merge(flow, (long) length, Long::sum);
            if (i % 1000 == 0) {
                holds(top, kept, truth);
            }
        }
    }

    private static void holds(TopFlows top, int kept, Map<Long, Long> truth) {
        long total = truth.values().stream().mapToLong(Long::longValue).sum();
        assertThat(top.sentBytes()).isEqualTo(total);
        Map<Long, Sender> senders = new HashMap<>();
        for (Sender sender : top.senders()) {
            assertThat(senders.put(sender.flow(), sender)).isNull();
            assertThat(sender.errorBytes() * kept).isLessThanOrEqualTo(total);
            assertThat(truth.get(sender.flow()))
                    .isBetween(sender.sentBytes() - sender.errorBytes(), sender.sentBytes());
        }
        assertThat(senders).hasSize(Math.min(kept, truth.size()));
        truth.forEach((flow, bytes) -> {
            if (bytes * kept > total) {
                assertThat(senders).containsKey(flow);
            }
        });
    }

    @Test
    void packetCostsNoAllocationAndAFlowAtMost96Bytes() {
        var threads = ManagementFactory.getPlatformMXBean(ThreadMXBean.class);
        assumeTrue(threads.isThreadAllocatedMemoryEnabled(), "this JVM does not count allocations");
        var warm = new TopFlows(10, 1);
        warm.sent(1, 1);
        long before = threads.getCurrentThreadAllocatedBytes();
        var top = new TopFlows(1000, 1);
        for (int i = 0; i < 100_000; i++) {
            top.sent(i, 1500);
            top.dropped(i);
        }
        long allocated = threads.getCurrentThreadAllocatedBytes() - before;
        assertThat(allocated).isLessThan(96 * 1000 + 1000);
    }

    @Test
    void refusesATableOfNothing() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TopFlows(0, 1))
                .withMessage("flows=0 is not from 1 to 65536");
    }
}
