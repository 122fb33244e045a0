// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

/**
 * CUBIC (RFC 9438): after a loss the window follows {@code W(t) = C (t-K)^3 + Wmax}, never slower than Reno would.
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

    private static final double NANOS_PER_SECOND = 1e9;

    private double maxWindow;
    private double priorWindow;
    private double plateauSeconds;
    private double renoWindow;
    private long epochNanos;
    private boolean epochRunning;
    private boolean afterTimeout;

    @Override
    public double grown(double window, int acked, long srttNanos, long nowNanos) {
        if (!epochRunning) {
            begin(window, nowNanos);
        }
        double aheadSeconds = (nowNanos - epochNanos + srttNanos) / NANOS_PER_SECOND;
        // Section 4.2: the target lies within [cwnd, 1.5 cwnd].
        double target = Math.max(window, Math.min(1.5 * window, windowAt(aheadSeconds)));
        double cubic = window + acked * (target - window) / window;
        // Section 4.3: alpha is 1 once the estimate has reached the window from before the loss.
        renoWindow += (renoWindow >= priorWindow ? 1 : ALPHA) * acked / window;
        return Math.max(cubic, renoWindow);
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

    private void begin(double window, long nowNanos) {
        if (afterTimeout || maxWindow < window) {
            // Section 4.8: after a timeout, and before any loss, the curve starts on its plateau.
            maxWindow = window;
        }
        plateauSeconds = Math.cbrt((maxWindow - window) / C);
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
