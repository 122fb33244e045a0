// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

import java.util.Arrays;

/**
 * Sessions by flow and how many each owner has, in bounded memory: 36 bytes for each session and 28 for each owner, of
 * whom there are never more than sessions.
 */
final class Sessions {
    static final int NONE = KeyTable.NONE;

    private final KeyTable flows;
    private final KeyTable owners;
    /** By slot of the flow. */
    private long[] lastSeenNanos = new long[0];

    private int[] ownerOf = new int[0];
    /** By slot of the owner. */
    private int[] sessionsOf = new int[0];

    Sessions(int capacityLimit, long seed) {
        flows = new KeyTable(capacityLimit, seed);
        owners = new KeyTable(capacityLimit, seed);
    }

    int size() {
        return flows.size();
    }

    /** The flow's session, or {@link #NONE}. */
    int find(long flow) {
        return flows.find(flow);
    }

    boolean hasRoom(long owner, int limitOfOwner) {
        int slot = owners.find(owner);
        return !flows.isFull() && (slot == NONE || sessionsOf[slot] < limitOfOwner);
    }

    /** Counts a session that is not counted yet, if there is room. */
    void open(long flow, long owner, long nowNanos) {
        int session = flows.add(flow);
        if (lastSeenNanos.length < flows.capacity()) {
            lastSeenNanos = Arrays.copyOf(lastSeenNanos, flows.capacity());
            ownerOf = Arrays.copyOf(ownerOf, flows.capacity());
        }
        int slot = owners.find(owner);
        if (slot == NONE) {
            slot = owners.add(owner);
            sessionsOf =
                    sessionsOf.length < owners.capacity() ? Arrays.copyOf(sessionsOf, owners.capacity()) : sessionsOf;
            sessionsOf[slot] = 0;
        }
        sessionsOf[slot]++;
        ownerOf[session] = slot;
        lastSeenNanos[session] = nowNanos;
    }

    void seen(int session, long nowNanos) {
        flows.touch(session);
        lastSeenNanos[session] = nowNanos;
    }

    void end(int session) {
        int owner = ownerOf[session];
        sessionsOf[owner]--;
        if (sessionsOf[owner] == 0) {
            owners.remove(owner);
        }
        flows.remove(session);
    }

    /** Ends those last seen before {@code beforeNanos}, at most {@code most} of them. */
    void clear(long beforeNanos, int most) {
        for (int i = 0; i < most; i++) {
            int oldest = flows.oldest();
            if (oldest == NONE || lastSeenNanos[oldest] >= beforeNanos) {
                return;
            }
            end(oldest);
        }
    }

    /** Counts the sessions of {@code before}; if they do not all fit, the most recently seen. */
    void takeOver(Sessions before) {
        for (int session = before.flows.oldest(); session != NONE; session = before.flows.newerThan(session)) {
            if (flows.isFull()) {
                end(flows.oldest());
            }
            long owner = before.owners.key(before.ownerOf[session]);
            open(before.flows.key(session), owner, before.lastSeenNanos[session]);
        }
    }
}
