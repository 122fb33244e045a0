// SPDX-License-Identifier: Apache-2.0
package io.sojourn.testkit;

import io.sojourn.engine.Conditioner;
import io.sojourn.engine.Decision;
import java.util.ArrayList;
import java.util.List;

/**
 * What became of some traffic at a conditioning element.
 *
 * @param sent in the order of leaving
 * @param dropped in the order of arrival
 */
public record Passage(List<Sent> sent, List<Dropped> dropped) {
    /** @param index place in the traffic */
    public record Sent(int index, long arrivedNanos, long leftNanos, int lengthBytes) {
        public long sojournNanos() {
            return leftNanos - arrivedNanos;
        }
    }

    /** @param index place in the traffic */
    public record Dropped(int index, long atNanos, int lengthBytes, Decision cause) {}

    /** Sends traffic through an element, and then waits until nothing waits. */
    public static Passage through(Conditioner conditioner, List<Arrival> traffic) {
        Passage passage = new Passage(new ArrayList<>(), new ArrayList<>());
        long clockNanos = 0;
        for (int i = 0; i < traffic.size(); i++) {
            Arrival arrival = traffic.get(i);
            passage.pollUntil(conditioner, traffic, clockNanos, arrival.atNanos());
            clockNanos = arrival.atNanos();
            Decision decision = conditioner.offer(i, arrival.lengthBytes(), clockNanos);
            if (decision.isDrop()) {
                passage.dropped.add(new Dropped(i, clockNanos, arrival.lengthBytes(), decision));
            } else if (decision == Decision.FORWARD) {
                passage.sent.add(new Sent(i, clockNanos, clockNanos, arrival.lengthBytes()));
            }
        }
        passage.pollUntil(conditioner, traffic, clockNanos, Long.MAX_VALUE - 1);
        return passage;
    }

    private void pollUntil(Conditioner conditioner, List<Arrival> traffic, long fromNanos, long toNanos) {
        long due = conditioner.nextReleaseNanos(fromNanos);
        while (due <= toNanos) {
            long handle = conditioner.poll(due);
            if (handle != Conditioner.NONE) {
                Arrival arrival = traffic.get((int) handle);
                sent.add(new Sent((int) handle, arrival.atNanos(), due, arrival.lengthBytes()));
            }
            due = conditioner.nextReleaseNanos(due);
        }
    }
}
