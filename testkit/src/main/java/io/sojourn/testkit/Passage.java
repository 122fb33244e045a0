// SPDX-License-Identifier: Apache-2.0
package io.sojourn.testkit;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.link.Link;
import io.sojourn.engine.link.LinkObserver;
import io.sojourn.engine.link.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of some traffic on a link of one queue.
 *
 * @param sent in the order of leaving
 * @param dropped in the order of being dropped
 */
public record Passage(List<Sent> sent, List<Dropped> dropped) {
    /** @param index place in the traffic */
    public record Sent(int index, long arrivedNanos, long leftNanos, int lengthBytes) {
        public long sojournNanos() {
            return leftNanos - arrivedNanos;
        }
    }

    /** @param index place in the traffic */
    public record Dropped(int index, long atNanos, int lengthBytes, DropCause cause) {}

    /** Sends traffic over a link, and then waits until nothing waits. */
    public static Passage through(Part root, List<Arrival> traffic) {
        Passage passage = new Passage(new ArrayList<>(), new ArrayList<>());
        PacketStore packets = new PacketStore(Math.max(1, traffic.size()));
        Link link = new Link(root, packets, passage.observer(packets), 1, 0);
        long clockNanos = 0;
        for (int i = 0; i < traffic.size(); i++) {
            Arrival arrival = traffic.get(i);
            pollUntil(link, packets, clockNanos, arrival.atNanos());
            clockNanos = arrival.atNanos();
            link.offer(packets.add(i, arrival.lengthBytes(), clockNanos), clockNanos);
            pollUntil(link, packets, clockNanos, clockNanos);
        }
        pollUntil(link, packets, clockNanos, Long.MAX_VALUE - 1);
        return passage;
    }

    private LinkObserver observer(PacketStore packets) {
        return new LinkObserver() {
            @Override
            public void sent(int packet, long sojournNanos, long nowNanos) {
                int index = (int) packets.handle(packet);
                sent.add(new Sent(index, nowNanos - sojournNanos, nowNanos, packets.lengthBytes(packet)));
            }

            @Override
            public void dropped(int packet, DropCause cause, long levelBytes, long nowNanos) {
                int index = (int) packets.handle(packet);
                dropped.add(new Dropped(index, nowNanos, packets.lengthBytes(packet), cause));
            }
        };
    }

    private static void pollUntil(Link link, PacketStore packets, long fromNanos, long toNanos) {
        long dueNanos = link.nextReleaseNanos(fromNanos);
        while (dueNanos <= toNanos) {
            int packet = link.poll(dueNanos);
            if (packet != PacketStore.NONE) {
                packets.release(packet);
            }
            dueNanos = link.nextReleaseNanos(dueNanos);
        }
    }
}
