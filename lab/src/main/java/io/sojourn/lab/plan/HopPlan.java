// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.plan;

import io.sojourn.engine.LengthRule;
import io.sojourn.engine.link.Part;
import java.util.List;

/** A place that packets pass: routes of flows name them in order. */
public sealed interface HopPlan {
    String name();

    /**
     * A wire, and the plain FIFO before it.
     *
     * @param conditions at time 0
     * @param overheadBytes what the rate counts of a packet beside its IP length: 38 on an Ethernet wire
     * @param limitPackets most packets that may wait for the wire; {@code Long.MAX_VALUE} for no limit
     * @param hostNanos time a packet takes before it waits, evenly from 0 to this: keeps hosts from moving in lockstep
     * @param keepsOrder false when a packet with less delay may overtake another
     * @param changes ascending in time: the degraded mode
     */
    record Line(
            String name,
            Conditions conditions,
            int overheadBytes,
            long limitPackets,
            long hostNanos,
            boolean keepsOrder,
            List<Change> changes)
            implements HopPlan {
        public Line {
            changes = List.copyOf(changes);
            if (limitPackets < 1 || hostNanos < 0 || overheadBytes < 0) {
                throw new IllegalArgumentException("limitPackets=" + limitPackets + " < 1 or hostNanos=" + hostNanos
                        + " < 0 or overheadBytes=" + overheadBytes + " < 0");
            }
            for (int i = 1; i < changes.size(); i++) {
                if (changes.get(i).atNanos() < changes.get(i - 1).atNanos()) {
                    throw new IllegalArgumentException(
                            "changes of " + name + ": atNanos=" + changes.get(i).atNanos() + " comes after "
                                    + changes.get(i - 1).atNanos() + "; sort them by time");
                }
            }
        }

        /** The same, but for the packets that it loses from the start. */
        public Line withLoss(double lossRatio) {
            Conditions lossy = new Conditions(
                    conditions.rateBitsPerSecond(), conditions.delayNanos(), conditions.jitterNanos(), lossRatio);
            return new Line(name, lossy, overheadBytes, limitPackets, hostNanos, keepsOrder, changes);
        }

        /** Only delay. */
        public static Line delay(String name, long delayNanos) {
            return new Line(
                    name,
                    new Conditions(Conditions.UNLIMITED, delayNanos, 0, 0),
                    0,
                    Long.MAX_VALUE,
                    0,
                    true,
                    List.of());
        }

        /** An interface that drops nothing, Ethernet counted as on the wire. */
        public static Line access(String name, long rateBitsPerSecond, long hostNanos) {
            return new Line(
                    name, new Conditions(rateBitsPerSecond, 0, 0, 0), 38, Long.MAX_VALUE, hostNanos, true, List.of());
        }
    }

    /**
     * How a line is.
     *
     * @param rateBitsPerSecond at least 1, or {@link #UNLIMITED}
     * @param delayNanos propagation
     * @param jitterNanos added to it, evenly from 0 to this
     * @param lossRatio packets lost over packets sent, each by itself, 0 to 1
     */
    record Conditions(long rateBitsPerSecond, long delayNanos, long jitterNanos, double lossRatio) {
        public static final long UNLIMITED = Long.MAX_VALUE;

        public Conditions {
            if (rateBitsPerSecond < 1 || delayNanos < 0 || jitterNanos < 0 || !(lossRatio >= 0 && lossRatio <= 1)) {
                throw new IllegalArgumentException("rateBitsPerSecond=" + rateBitsPerSecond + " < 1 or delayNanos="
                        + delayNanos + " < 0 or jitterNanos=" + jitterNanos + " < 0 or lossRatio=" + lossRatio
                        + " is not from 0 to 1");
            }
        }
    }

    /**
     * A line becomes another.
     *
     * @param atNanos when that begins
     * @param overNanos how long it takes, evenly; 0 for at once
     */
    record Change(long atNanos, long overNanos, Conditions to) {
        public Change {
            if (atNanos < 0 || overNanos < 0) {
                throw new IllegalArgumentException("atNanos=" + atNanos + " or overNanos=" + overNanos + " < 0");
            }
        }
    }

    /**
     * A link of the engine: policers, queues, shapers, schedulers.
     *
     * @param classes says the leaf class of each flow
     * @param lengths which bytes its rates count
     */
    record Box(String name, Part root, ClassChooser classes, LengthRule lengths) implements HopPlan {}

    /** Several paths that end in one place. */
    record Balancer(String name, Balancing by, List<Branch> branches) implements HopPlan {
        public Balancer {
            branches = List.copyOf(branches);
            if (branches.isEmpty()) {
                throw new IllegalArgumentException("branches of " + name + " is empty; name at least one");
            }
        }
    }

    /**
     * One path of a balancer.
     *
     * @param cost 10,000,000 over its speed in kbit/s, at least 1; see {@link #cost}
     * @param hops names, none of them of a balancer
     */
    record Branch(long cost, List<String> hops) {
        private static final long COST_OF_ONE_KBIT = 10_000_000;

        public Branch {
            hops = List.copyOf(hops);
            if (cost < 1) {
                throw new IllegalArgumentException("cost=" + cost + " < 1");
            }
        }

        /** Of a link of that rate: 100 of 100 Mbit/s, 200 of 50 Mbit/s, never below 1. */
        public static long cost(long rateBitsPerSecond) {
            return Math.max(1, COST_OF_ONE_KBIT / Math.max(1, rateBitsPerSecond / 1_000));
        }
    }

    /** How a balancer chooses. */
    enum Balancing {
        /** Packets in turn. */
        PER_PACKET,
        /** Packets in proportion to 1/cost. */
        PER_PACKET_BY_COST,
        /** All packets of a flow one way, by its hash. */
        PER_FLOW,
        /** The same, in proportion to 1/cost. */
        PER_FLOW_BY_COST
    }
}
