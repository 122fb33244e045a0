// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

/**
 * CUBIC (RFC 9438): after a loss the window follows {@code W(t) = C (t-K)^3 + Wmax}, never slower than Reno would.
 *
 * <p>Linux departs from the RFC where windows are small: it follows the Reno estimate by whole segments and a window late,
 * and never faster than at first. Between Linux hosts that is a third less policed loss, so the lab has both.
 *
 * <p>Worked: Wmax 100 segments; after the loss 70; K = 4.217 s; W(K) = 100; alpha = 0.5294.
 */
final class Cubic implements CongestionControl {
    /** Segments per second cubed (RFC 9438, section 5). */
    static final double C = 0.4;
    /** What a loss leaves of the window (section 4.6). */
    static final double BETA = 0.7;
    /** Reno's growth that gives the same mean window with {@link #BETA} (section 4.3). */
    static final double ALPHA = 3 * (1 - BETA) / (1 + BETA);

    /** RFC 9406, section 4.3: the delay that ends slow start is an eighth of the least, within these. */
    private static final long DELAY_LOW_NANOS = 4_000_000;

    private static final long DELAY_HIGH_NANOS = 16_000_000;
    private static final int DELAY_SAMPLES = 8;
    /** Linux leaves smaller windows alone. */
    private static final int DELAY_WINDOW = 16;

    private static final double NANOS_PER_SECOND = 1e9;

    private static final double LINUX_FASTEST = 0.5;

    private final boolean asLinux;
    private double maxWindow;
    private double priorWindow;
    private double plateauSeconds;
    private double renoWindow;
    private long epochNanos;
    private boolean epochRunning;
    private boolean afterTimeout;
    private long leastRttNanos = Long.MAX_VALUE;
    private long roundRttNanos = Long.MAX_VALUE;
    private int roundSamples;

    /** @param asLinux whether to deviate from the RFC where Linux does */
    Cubic(boolean asLinux) {
        this.asLinux = asLinux;
    }

    @Override
    public double grown(double window, int acked, long srttNanos, long nowNanos) {
        if (!epochRunning) {
            begin(window, nowNanos);
        }
        double aheadSeconds = (nowNanos - epochNanos + srttNanos) / NANOS_PER_SECOND;
        // Section 4.2: the target lies within [cwnd, 1.5 cwnd].
        double target = Math.max(window, Math.min(1.5 * window, windowAt(aheadSeconds)));
        // Section 4.3: alpha is 1 once the estimate has reached the window from before the loss; not so in Linux.
        renoWindow += (asLinux || renoWindow < priorWindow ? ALPHA : 1) * acked / window;
        if (asLinux) {
            // Linux moves towards the estimate, in whole segments, at most one for two acknowledged.
            double towards = Math.max(target, Math.floor(renoWindow));
            return window + acked * Math.min(LINUX_FASTEST, (towards - window) / window);
        }
        return Math.max(window + acked * (target - window) / window, renoWindow);
    }

    @Override
    public double reduced(double window, boolean timeout) {
        // Section 4.7, fast convergence: a window that did not reach its old maximum makes room for others.
        maxWindow = window < maxWindow ? window * (1 + BETA) / 2 : window;
        priorWindow = window;
        epochRunning = false;
        afterTimeout = timeout;
        return Math.max(2, Math.floor(window * BETA));
    }

    /** HyStart's delay test as Linux does it: the least of a round's first samples against the least of all. */
    @Override
    public boolean endsSlowStart(double window, long rttNanos, boolean newRound) {
        if (newRound) {
            roundRttNanos = Long.MAX_VALUE;
            roundSamples = 0;
        }
        leastRttNanos = Math.min(leastRttNanos, rttNanos);
        roundRttNanos = Math.min(roundRttNanos, rttNanos);
        roundSamples++;
        long allowedNanos = Math.max(DELAY_LOW_NANOS, Math.min(DELAY_HIGH_NANOS, leastRttNanos / 8));
        return asLinux
                && window >= DELAY_WINDOW
                && roundSamples >= DELAY_SAMPLES
                && roundRttNanos > leastRttNanos + allowedNanos;
    }

    private void begin(double window, long nowNanos) {
        if (afterTimeout || maxWindow < window) {
            // Section 4.8: after a timeout, and before any loss, the curve starts on its plateau.
            maxWindow = window;
        }
        plateauSeconds = StrictMath.cbrt((maxWindow - window) / C);
        renoWindow = window;
        epochNanos = nowNanos;
        epochRunning = true;
        afterTimeout = false;
    }

    private double windowAt(double seconds) {
        double fromPlateau = seconds - plateauSeconds;
        return C * fromPlateau * fromPlateau * fromPlateau + maxWindow;
    }

    double plateauSeconds() {
        return plateauSeconds;
    }
}
