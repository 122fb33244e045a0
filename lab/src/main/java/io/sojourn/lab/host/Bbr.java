// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.plan.TcpSettings;
import java.util.SplittableRandom;

/**
 * BBR version 1: sends at the rate that the path was seen to deliver, with at most twice the bandwidth-delay product in
 * flight; losses do not slow it down, save where they look like a policer's.
 *
 * <p>Source: Cardwell and others, BBR (ACM Queue 14.5, 2016), and Linux 6.18, tcp_bbr.c. Segments leave one by one, as
 * without segmentation offload; with it Linux sends two or more at once.
 *
 * <p>Worked: 5 Mbit/s and 5.4 ms are 2.3 segments of 1448 bytes; twice that, rounded up, and 3 x 2 for what waits in the
 * hosts, even: 12 segments.
 */
final class Bbr implements SendWindow {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long NANOS_PER_MICRO = 1_000;

    private final double payloadBits;
    private final int initialSegments;
    private final BbrPace pace;
    private final DeliveryRate rate;
    private final BbrModel model;
    private final BbrPhases phases;
    private final LossEpisode episode = new LossEpisode();
    private int segments;
    private int priorSegments;
    private boolean knownLoss;
    private boolean knownRecovery;
    private boolean conserving;
    private boolean restarted;
    private long rttNanos = Long.MAX_VALUE;

    Bbr(TcpSettings settings, Pacer pacer, SplittableRandom random) {
        payloadBits = settings.payloadBytes() * 8.0;
        initialSegments = settings.initialWindowSegments();
        segments = initialSegments;
        pace = new BbrPace(settings.payloadBytes(), pacer);
        rate = new DeliveryRate(settings.windowSegments());
        model = new BbrModel(settings.payloadBytes(), rate);
        phases = new BbrPhases(model, pace, random);
    }

    @Override
    public int segments() {
        return segments;
    }

    @Override
    public boolean isOpen() {
        return episode.isOver();
    }

    @Override
    public long gapNanos(long srttNanos) {
        return pace.gapNanos();
    }

    @Override
    public void connected(long firstRttNanos, long nowNanos) {
        model.connected(wholeMicros(firstRttNanos), nowNanos);
        pace.set(segments * payloadBits * NANOS_PER_SECOND / firstRttNanos, phases.pacingGain());
    }

    @Override
    public void sent(long segment, boolean alone, long nowNanos) {
        if (alone && rate.isApplicationLimited()) {
            restart(nowNanos);
        }
        rate.sent(segment, alone, nowNanos);
    }

    private void restart(long nowNanos) {
        restarted = true;
        model.restarted(nowNanos);
        if (phases.mode() == BbrMode.PROBE_BANDWIDTH) {
            setPace(1);
        } else if (phases.mode() == BbrMode.PROBE_RTT && phases.endProbeRtt(nowNanos)) {
            segments = Math.max(segments, priorSegments);
        }
    }

    @Override
    public void applicationLimited(int pipe) {
        rate.limit(pipe);
    }

    @Override
    public void arrived(long segment, long nowNanos) {
        rate.arrived(segment);
    }

    @Override
    public void rtt(long sampleNanos, boolean newRound, long nowNanos) {
        rttNanos = wholeMicros(sampleNanos);
    }

    /** As Linux measures: a sample that is lower by less puts off no look at the round-trip time. */
    private static long wholeMicros(long nanos) {
        return nanos / NANOS_PER_MICRO * NANOS_PER_MICRO;
    }

    @Override
    public void advanced(long unacknowledged) {
        episode.advanced(unacknowledged);
    }

    @Override
    public void grow(int acked, long srttNanos, long nowNanos) {}

    @Override
    public void recover(long next) {
        save();
        episode.recover(next);
    }

    @Override
    public void undo() {
        model.undo();
        episode.end();
    }

    @Override
    public void reduce() {}

    @Override
    public void foundLate(int lost, int pipe) {
        model.lost(lost);
    }

    @Override
    public void timedOut(long next, int lost, int pipe, long nowNanos) {
        save();
        model.lost(lost);
        model.timedOut();
        judgePolicing(nowNanos);
        episode.timedOut(next);
        knownLoss = true;
        knownRecovery = false;
        segments = pipe + 1;
    }

    /** What is restored when a loss is mended, or the round-trip time looked at. */
    private void save() {
        boolean whole = !knownLoss && phases.mode() != BbrMode.PROBE_RTT;
        priorSegments = whole ? segments : Math.max(priorSegments, segments);
    }

    @Override
    public void acknowledged(Progress progress, long nowNanos) {
        model.lost(progress.lost());
        DeliveryRate.Sample sample = rate.sample(model.leastRttNanos(), nowNanos);
        model.countRound(sample);
        if (model.isNewRound()) {
            conserving = false;
        }
        judgePolicing(nowNanos);
        model.update(sample, progress, segments, nowNanos);
        phases.advance(progress, nowNanos);
        model.updateMinRtt(rttNanos, nowNanos);
        rttNanos = Long.MAX_VALUE;
        probeRtt(progress.pipe(), nowNanos);
        restarted &= !sample.hasRate();
        setPace(phases.pacingGain());
        setWindow(progress);
    }

    private void judgePolicing(long nowNanos) {
        if (phases.mode() == BbrMode.PROBE_BANDWIDTH && model.endsPolicing()) {
            phases.probeBandwidth(nowNanos);
        }
    }

    private void probeRtt(int pipe, long nowNanos) {
        if (model.isMinRttExpired() && !restarted && phases.mode() != BbrMode.PROBE_RTT) {
            phases.beginProbeRtt();
            save();
        }
        if (phases.mode() == BbrMode.PROBE_RTT) {
            // So few in flight say nothing of the bandwidth.
            rate.limit(pipe);
            if (phases.probeRtt(pipe, nowNanos)) {
                segments = Math.max(segments, priorSegments);
            }
        }
    }

    private void setPace(double gain) {
        if (model.isFull()) {
            pace.set(model.bitsPerSecond(), gain);
        } else {
            pace.raise(model.bitsPerSecond(), gain);
        }
    }

    private void setWindow(Progress progress) {
        if (progress.delivered() > 0 && !recoverOrRestore(progress)) {
            grow(progress.delivered());
        }
        if (phases.mode() == BbrMode.PROBE_RTT) {
            segments = Math.min(segments, BbrPhases.LEAST_SEGMENTS);
        }
    }

    private void grow(int acked) {
        BbrMode mode = phases.mode();
        int bdp = model.bdpSegments(model.bitsPerSecond(), mode.windowGain());
        int target = phases.withRoomForHosts(bdp + model.aggregationSegments());
        if (model.isFull()) {
            segments = Math.min(segments + acked, target);
        } else if (segments < target || rate.delivered() < initialSegments) {
            segments += acked;
        }
        segments = Math.max(segments, BbrPhases.LEAST_SEGMENTS);
    }

    /** In the first round of a recovery one segment leaves for each that arrives; after it the window is what it was. */
    private boolean recoverOrRestore(Progress progress) {
        segments = Math.max(1, segments - progress.lost());
        if (episode.isRecovering() && !knownRecovery) {
            conserving = true;
            model.beginRound();
            segments = progress.pipe() + progress.delivered();
        } else if (knownLoss && episode.isOver()) {
            segments = Math.max(segments, priorSegments);
            conserving = false;
        }
        knownRecovery = episode.isRecovering();
        knownLoss = !episode.isOver();
        if (conserving) {
            segments = Math.max(segments, progress.pipe() + progress.delivered());
        }
        return conserving;
    }
}
