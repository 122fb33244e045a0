// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;

/**
 * One step of a proportional-integral controller: {@code alpha * (delay - target) + beta * (delay - delay before)}.
 *
 * <p>Source: RFC 8033 section 4.2, RFC 9332 appendix A.1. In units of {@link Fraction}; error of a gain 10^-7 of its
 * value at 0.125 Hz. Delays count up to 4 s.
 *
 * @param alphaPerNano units a nanosecond above the target adds
 * @param betaPerNano units a nanosecond of growth adds
 */
record PiStep(long targetNanos, long alphaPerNano, long betaPerNano) {
    /** Greatest gain, 10 Hz: with 4 s, either term stays below 2^62. */
    static final long GAIN_LIMIT = 10 * Fraction.PARTS;

    private static final long DELAY_LIMIT_NANOS = 4_000_000_000L;

    /** @param alpha in 10^-9 Hz, like {@code beta} */
    static PiStep of(Settings settings, Parameter target, Parameter alpha, Parameter beta) {
        return new PiStep(settings.value(target), perNano(settings.value(alpha)), perNano(settings.value(beta)));
    }

    long change(long delayNanos, long delayBeforeNanos) {
        long delay = Math.min(delayNanos, DELAY_LIMIT_NANOS);
        long before = Math.min(delayBeforeNanos, DELAY_LIMIT_NANOS);
        return alphaPerNano * (delay - targetNanos) + betaPerNano * (delay - before);
    }

    private static long perNano(long nanohertz) {
        return (Fraction.ofParts(nanohertz) + 500_000_000) / 1_000_000_000;
    }
}
