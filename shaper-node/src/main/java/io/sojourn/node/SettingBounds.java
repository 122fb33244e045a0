// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.telemetry.QueueSettings;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the settings of one queue must stay within, whoever signs them. The policy file may narrow or widen it.
 *
 * <p>Unless it does: the rate from half the policy's rate to the whole of it, so that no loop, however wrong, takes
 * more than half of what was sold; the burst from one packet to a second at the policy's rate, at least 16 times its
 * own burst; the limit from 1 to 10 000 packets and to 64 MiB, so that a queue never outgrows the memory.
 */
record SettingBounds(Bound rateBitsPerSecond, Bound burstBytes, Bound limitPackets, Bound limitBytes) {
    static final long DEFAULT_LIMIT_PACKETS = 10_000;
    static final long DEFAULT_LIMIT_BYTES = 64L << 20;
    private static final long BURST_CEILING_BYTES = 1L << 30;

    /** From {@code low} to {@code high}, both allowed. */
    record Bound(long low, long high) {
        /** Null when the value is within, else name, value and bound. */
        @Nullable
        String problem(String name, @Nullable Long value) {
            return value == null || (value >= low && value <= high)
                    ? null
                    : String.format(Locale.ROOT, "%s=%d; must be from %d to %d", name, value, low, high);
        }
    }

    static SettingBounds around(QueueSettings policy, long mtuBytes) {
        long rate = required(policy.rateBitsPerSecond());
        long burst = required(policy.burstBytes());
        long widestBurst = Math.min(BURST_CEILING_BYTES, Math.max(rate / 8, 16 * burst));
        return new SettingBounds(
                new Bound(Math.max(8, rate / 2), rate),
                new Bound(Math.min(mtuBytes, burst), Math.max(mtuBytes, widestBurst)),
                new Bound(1, DEFAULT_LIMIT_PACKETS),
                new Bound(mtuBytes, DEFAULT_LIMIT_BYTES));
    }

    /** Null when the settings are within, else the first that is not. */
    @Nullable
    String problem(QueueSettings settings) {
        String problem = rateBitsPerSecond.problem("rateBitsPerSecond", settings.rateBitsPerSecond());
        problem = problem != null ? problem : burstBytes.problem("burstBytes", settings.burstBytes());
        problem = problem != null ? problem : limitPackets.problem("limitPackets", settings.limitPackets());
        return problem != null ? problem : limitBytes.problem("limitBytes", settings.limitBytes());
    }

    private static long required(@Nullable Long value) {
        if (value == null) {
            throw new IllegalArgumentException("a policy's queue has a rate and a burst");
        }
        return value;
    }
}
