// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import io.sojourn.telemetry.capture.PacketHeader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The directions of the links in a capture: from one MAC address to another, or from one IP address to another where there
 * are no MAC addresses or they say nothing (a loopback device has zeros).
 */
final class Directions {
    static final int QUEUE_LIMIT = 64;

    private static final int LIMIT = 4_096;

    private record Ends(boolean macs, long sourceHigh, long sourceLow, long destinationHigh, long destinationLow) {}

    private final Map<Ends, Direction> directions = new HashMap<>();
    private final List<Direction> queues = new ArrayList<>();
    private final Set<String> names = new HashSet<>();
    private final Direction rest = new Direction();
    private long withoutQueue;
    private long lastSource;
    private long lastDestination;
    private Direction last = rest;

    /** The direction of a packet; from the {@value #LIMIT}th on they share one, which never is a queue. */
    Direction of(PacketHeader header) {
        boolean macs = header.hasMacs() && header.sourceMac() != 0 && header.sourceMac() != header.destinationMac();
        if (!macs) {
            return lookUp(new Ends(
                    false, header.sourceHigh(), header.sourceLow(), header.destinationHigh(), header.destinationLow()));
        }
        if (header.sourceMac() != lastSource || header.destinationMac() != lastDestination) {
            last = lookUp(new Ends(true, 0, header.sourceMac(), 0, header.destinationMac()));
            lastSource = header.sourceMac();
            lastDestination = header.destinationMac();
        }
        return last;
    }

    private Direction lookUp(Ends ends) {
        Direction known = directions.get(ends);
        if (known != null) {
            return known;
        }
        if (directions.size() >= LIMIT) {
            return rest;
        }
        Direction fresh = new Direction();
        directions.put(ends, fresh);
        return fresh;
    }

    /** The first data packet of a direction makes it a queue, named by that packet's addresses. */
    void data(Direction direction, PacketHeader header) {
        if (direction.queue() != null) {
            return;
        }
        if (direction == rest || queues.size() == QUEUE_LIMIT) {
            withoutQueue++;
            return;
        }
        String plain = header.sourceText() + ">" + header.destinationText();
        String name = plain;
        for (int i = 2; !names.add(name); i++) {
            name = plain + "#" + i;
        }
        direction.becomeQueue(name);
        queues.add(direction);
    }

    List<Direction> queues() {
        return queues;
    }

    /** Data packets of directions beyond the {@value #QUEUE_LIMIT} queues. */
    long withoutQueue() {
        return withoutQueue;
    }
}
