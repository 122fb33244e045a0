// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.node.path.DataPath;
import io.sojourn.node.path.Packet;
import io.sojourn.node.path.QueueTotals;
import io.sojourn.node.path.Seconds;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Setting;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A node: packets come from a source in its own time, are policed or shaped as the policy says, and each second of that
 * time is told to a sink. Between packets it does what it is told, if the guard lets it.
 *
 * <p>One thread calls {@link #run}; {@link #stop}, {@link #close} and {@link #counters} may come from any other. A node
 * runs once.
 */
public final class ShaperNode implements AutoCloseable {
    /** Longest the node sleeps at a time, and so the longest it takes to notice a setting or that it is to stop. */
    private static final long SLICE_NANOS = 20_000_000L;

    private static final long STOP_WITHIN_MILLIS = 1_000;
    private static final int SETTINGS_AT_ONCE = 64;

    private final NodeConfig config;
    private final PacketSource source;
    private final NodeEnds ends;
    private final NodeClock clock;
    private final DataPath path;
    private final Seconds seconds;
    private final Control control;
    private final Timeline timeline;
    private final Pace pace;
    private final Packet packet = new Packet();
    private final CountDownLatch ended = new CountDownLatch(1);
    private volatile boolean stopped;
    private volatile boolean running;
    private volatile NodeCounters counters = new NodeCounters(0, 0, 0, 0, 0, 0, 0, 0, 0);
    private boolean begun;
    private long passes = 1;
    private long packetsBeforePass;
    private long nowNanos;

    public ShaperNode(NodeConfig config, Policy policy, PacketSource source, NodeEnds ends, NodeClock clock) {
        this.config = config;
        this.source = source;
        this.ends = ends;
        this.clock = clock;
        this.path = new DataPath(policy, source.egress());
        this.seconds = new Seconds(policy.node(), path, ends.samples());
        this.control = new Control(policy.node(), new SettingsGuard(policy, config), path, ends.answers());
        this.timeline = new Timeline(policy.node(), config.startMillis(), clock, ends.samples()::reject);
        this.pace = new Pace(clock, config.speed());
    }

    /**
     * Before {@link #run}: puts each queue back to what was in force when the node last stopped, silently, and takes up
     * what it was told meanwhile.
     *
     * @param settings this node's settings that are still kept, oldest first
     * @param answers its answers that are still kept, oldest first
     */
    public void restore(List<Setting> settings, List<AppliedSetting> answers) {
        control.restore(settings, answers, clock.epochMillis());
    }

    /**
     * Runs until the source ends, as often as configured, or until it is stopped. What still waits at the end is let go
     * at its rate; the second under way is told as a whole one. Closes the source.
     */
    public void run() throws IOException {
        running = true;
        try (source) {
            play();
            finish();
        } catch (InterruptedException e) {
            stopped = true;
            Thread.currentThread().interrupt();
        } finally {
            ended.countDown();
        }
    }

    /** Makes {@link #run} return soon; does not wait. */
    public void stop() {
        stopped = true;
    }

    /** Stops, and waits up to a second for {@link #run} to return. */
    @Override
    public void close() {
        stop();
        try {
            if (running && !ended.await(STOP_WITHIN_MILLIS, TimeUnit.MILLISECONDS)) {
                throw new IllegalStateException("the node did not stop within " + STOP_WITHIN_MILLIS
                        + " ms; its sample sink or packet source blocks");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** As of the last whole second. */
    public NodeCounters counters() {
        return counters;
    }

    /** What each queue did so far; for the thread that ran the node, or after {@link #run} has returned. */
    public List<QueueTotals> totals() {
        return path.totals();
    }

    private void play() throws IOException, InterruptedException {
        while (!stopped) {
            if (!source.next(packet, path.nextReleaseNanos(nowNanos), ends.samples()::reject)) {
                if (!nextPass()) {
                    return;
                }
                continue;
            }
            long atNanos = timeline.place(packet.timeNanos);
            beginOrSkip(atNanos);
            advanceTo(atNanos);
            if (!stopped && !packet.isNone()) {
                path.offer(packet, atNanos);
            }
        }
    }

    private boolean nextPass() throws IOException {
        if (passes >= config.passes() || path.packets() == packetsBeforePass) {
            return false;
        }
        passes++;
        packetsBeforePass = path.packets();
        source.rewind();
        timeline.endPass();
        return true;
    }

    private void beginOrSkip(long atNanos) throws InterruptedException {
        if (begun && !timeline.jumped()) {
            return;
        }
        if (begun) {
            drain();
            seconds.close();
        }
        begun = true;
        nowNanos = atNanos;
        seconds.begin(atNanos);
        pace.anchor(atNanos);
    }

    /** Goes on to a time: lets go what leaves before it, ends the seconds before it, does what it is told meanwhile. */
    private void advanceTo(long targetNanos) throws InterruptedException {
        while (!stopped && nowNanos < targetNanos) {
            long nextNanos = Math.min(targetNanos, Math.min(seconds.endNanos(), path.nextReleaseNanos(nowNanos)));
            long waitNanos = pace.waitNanos(nextNanos);
            if (waitNanos > 0) {
                clock.sleepNanos(Math.min(waitNanos, SLICE_NANOS));
                // Up to but not including the next event, which has yet to happen.
                nowNanos = Math.max(nowNanos, Math.min(nextNanos - 1, pace.nowNanos()));
                takeSettings();
                continue;
            }
            nowNanos = nextNanos;
            if (nowNanos == seconds.endNanos()) {
                seconds.turn();
                snapshot();
            }
            path.release(nowNanos);
        }
        takeSettings();
    }

    private void takeSettings() {
        for (int i = 0; i < SETTINGS_AT_ONCE; i++) {
            Setting setting = control.nextUnanswered();
            setting = setting != null ? setting : ends.settings().poll(ends.samples()::reject);
            if (setting == null) {
                return;
            }
            control.take(setting, nowNanos, clock.epochMillis());
        }
    }

    private void finish() throws InterruptedException {
        if (begun) {
            drain();
            seconds.close();
        }
        snapshot();
    }

    private void drain() throws InterruptedException {
        while (!stopped && !path.isEmpty()) {
            advanceTo(Math.max(nowNanos + 1, path.nextReleaseNanos(nowNanos)));
        }
    }

    private void snapshot() {
        counters = new NodeCounters(
                path.packets(),
                path.unmatchedPackets(),
                path.unmatchedBytes(),
                timeline.reorderedPackets(),
                timeline.timeJumps(),
                passes,
                seconds.batches(),
                control.applied(),
                control.refused());
    }
}
