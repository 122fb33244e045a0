// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.cake;

/**
 * The hosts on one side of a tin's flows, and how many busy flows each has. Hosts are found in sets of eight places
 * (8-way set-associative): two share a place only while all eight belong to hosts with flows.
 *
 * <p>Source: "Piece of CAKE" on host isolation.
 */
final class HostTable {
    private static final int PLACES = 1024;
    private static final int WAYS = 8;

    private final int[] hosts = new int[PLACES];
    private final int[] flows = new int[PLACES];
    private final int[] busyFlows = new int[PLACES];

    /** A flow of this host begins. @return the host's place */
    int attach(int host) {
        int place = place(host);
        if (flows[place]++ == 0) {
            hosts[place] = host;
        }
        return place;
    }

    void detach(int place) {
        flows[place]--;
    }

    /** A flow of the host enters ({@code +1}) or leaves ({@code -1}) the rotation of those with packets. */
    void busy(int place, int change) {
        busyFlows[place] += change;
    }

    int busyFlows(int place) {
        return busyFlows[place];
    }

    private int place(int host) {
        int direct = (host * 0x9e3779b9) >>> 22;
        int set = direct & -WAYS;
        int free = -1;
        for (int i = 0; i < WAYS; i++) {
            int place = set | ((direct + i) & (WAYS - 1));
            if (flows[place] == 0) {
                free = free < 0 ? place : free;
            } else if (hosts[place] == host) {
                return place;
            }
        }
        return free < 0 ? direct : free;
    }
}
