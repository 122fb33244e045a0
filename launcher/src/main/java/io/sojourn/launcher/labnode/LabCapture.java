// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.labnode;

import io.sojourn.lab.Simulation;
import io.sojourn.lab.measure.Observers;
import io.sojourn.lab.net.Box;
import io.sojourn.lab.net.EngineBox;
import io.sojourn.lab.net.Packet;
import io.sojourn.lab.net.Packets;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Runs a plan in virtual time and writes what passes some of its boxes as a capture: pcap with nanoseconds, the first
 * {@value PcapPackets#SNAP_BYTES} bytes of each packet. Such a box is a place to look from; it passes every packet on at once,
 * whatever the plan says of its inside.
 */
public final class LabCapture implements AutoCloseable {
    private final Plan plan;
    private final Set<String> taps;
    private final OutputStream out;
    private final PcapPackets packets;
    private final long epochNanos;

    private LabCapture(Plan plan, Set<String> taps, long backNanos, long epochMillis, OutputStream out)
            throws IOException {
        this.plan = plan;
        this.taps = taps;
        this.out = out;
        this.epochNanos = epochMillis * 1_000_000;
        this.packets = new PcapPackets(plan, backNanos);
        out.write(PcapPackets.fileHeader());
    }

    /**
     * @param taps names of the boxes
     * @param backNanos what acknowledgments take from there to the sender
     * @param epochMillis what the clock of who captures shows when virtual time is 0
     */
    public static void write(
            Plan plan, Set<String> taps, long backNanos, Observers observers, long epochMillis, Path to)
            throws IOException {
        try (LabCapture capture = new LabCapture(
                plan, taps, backNanos, epochMillis, new BufferedOutputStream(Files.newOutputStream(to), 1 << 16))) {
            capture.run(observers);
        }
    }

    private void run(Observers observers) throws IOException {
        try {
            new Simulation(plan, observers, this::box).runUntil(plan.durationNanos());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private Box box(HopPlan.Box box, Packets all, Box.Exit exit, long seed) {
        return taps.contains(box.name()) ? new Tap(exit) : new EngineBox(box, all, exit, seed);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }

    /** Passes on. */
    private final class Tap implements Box {
        private final Exit exit;

        Tap(Exit exit) {
            this.exit = exit;
        }

        @Override
        public void offer(Packet packet, long nowNanos) {
            byte @Nullable [] record = packets.record(packet, nowNanos, epochNanos);
            try {
                if (record != null) {
                    out.write(record, 0, packets.length());
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            exit.sent(packet, 0, nowNanos);
        }

        @Override
        public void release(long nowNanos) {}

        @Override
        public long nextReleaseNanos(long nowNanos) {
            return Long.MAX_VALUE;
        }

        @Override
        public int backlogPackets() {
            return 0;
        }
    }
}
