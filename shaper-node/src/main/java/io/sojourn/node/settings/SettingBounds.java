// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.settings;

import io.sojourn.engine.Parameter;
import io.sojourn.engine.Unit;
import io.sojourn.telemetry.QueueSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What the settings of one queue must stay within, whoever signs them. The policy file may narrow or widen it.
 *
 * <p>Unless it does: the rate from half the policy's rate to the whole of it, so that no loop, however wrong, takes
 * more than half of what was sold; the burst from one packet to a second at the policy's rate, at least 16 times its
 * own burst; the limit from 1 to 10 000 packets and to 64 MiB, so that a queue never outgrows the memory; CoDel's target
 * from 0.5 ms to 1 s and its interval from 5 ms to 10 s, which holds every path there is (RFC 8289 section 4).
 */
public record SettingBounds(
        Bound rateBitsPerSecond,
        Bound burstBytes,
        Bound limitPackets,
        Bound limitBytes,
        Bound targetMicros,
        Bound intervalMicros) {
    static final Bound DEFAULT_TARGET_MICROS = new Bound(500, 1_000_000);
    static final Bound DEFAULT_INTERVAL_MICROS = new Bound(5_000, 10_000_000);
    static final long DEFAULT_LIMIT_PACKETS = 10_000;
    static final long DEFAULT_LIMIT_BYTES = 64L << 20;
    private static final long RATE_CEILING_BITS_PER_SECOND = 1_000_000_000_000L;
    private static final long BURST_CEILING_BYTES = 1L << 30;
    private static final long NANOS_PER_MICRO = 1_000;

    /** From {@code low} to {@code high}, both allowed. */
    public record Bound(long low, long high) {
        Bound widenedTo(@Nullable Long value) {
            return value == null ? this : new Bound(Math.min(low, value), Math.max(high, value));
        }

        /** Null when the value is within, else name, value and bound. */
        @Nullable
        String problem(String name, @Nullable Long value) {
            return value == null || (value >= low && value <= high)
                    ? null
                    : String.format(Locale.ROOT, "%s=%d; must be from %d to %d", name, value, low, high);
        }
    }

    /** A policy without a rate or a burst has the widest bound for it: whether there can be one, its place decides. */
    public static SettingBounds around(QueueSettings policy, long mtuBytes) {
        Long ownRate = policy.rateBitsPerSecond();
        Long ownBurst = policy.burstBytes();
        long rate = ownRate == null ? RATE_CEILING_BITS_PER_SECOND : ownRate;
        long burst = ownBurst == null ? mtuBytes : ownBurst;
        long widestBurst = Math.min(BURST_CEILING_BYTES, Math.max(rate / 8, 16 * burst));
        return new SettingBounds(
                new Bound(ownRate == null ? 8 : Math.max(8, rate / 2), rate),
                new Bound(Math.min(mtuBytes, burst), Math.max(mtuBytes, widestBurst)),
                new Bound(1, DEFAULT_LIMIT_PACKETS),
                new Bound(mtuBytes, DEFAULT_LIMIT_BYTES),
                DEFAULT_TARGET_MICROS,
                DEFAULT_INTERVAL_MICROS);
    }

    /** The same, with room for what is set already. */
    public SettingBounds widenedTo(QueueSettings settings) {
        return new SettingBounds(
                rateBitsPerSecond,
                burstBytes.widenedTo(settings.burstBytes()),
                limitPackets.widenedTo(settings.limitPackets()),
                limitBytes.widenedTo(settings.limitBytes()),
                targetMicros.widenedTo(settings.targetMicros()),
                intervalMicros.widenedTo(settings.intervalMicros()));
    }

    /**
     * A setting outside its bound, as an operator writes it.
     *
     * @param key of the policy file: {@code rate}
     */
    public record Outside(String key, String value, String bound) {}

    /** Every setting that is outside. */
    public List<Outside> outside(QueueSettings settings) {
        List<Outside> outside = new ArrayList<>();
        add("rate", Unit.BITS_PER_SECOND, 1, rateBitsPerSecond, settings.rateBitsPerSecond(), outside);
        add("burst", Unit.BYTES, 1, burstBytes, settings.burstBytes(), outside);
        add("limit", Unit.PACKETS, 1, limitPackets, settings.limitPackets(), outside);
        add("limitBytes", Unit.BYTES, 1, limitBytes, settings.limitBytes(), outside);
        add("target", Unit.NANOSECONDS, NANOS_PER_MICRO, targetMicros, settings.targetMicros(), outside);
        add("interval", Unit.NANOSECONDS, NANOS_PER_MICRO, intervalMicros, settings.intervalMicros(), outside);
        return outside;
    }

    private static void add(
            String key, Unit unit, long scale, Bound bound, @Nullable Long value, List<Outside> outside) {
        if (bound.problem(key, value) != null && value != null) {
            Parameter parameter = Parameter.optional(key, unit, bound.low * scale, bound.high * scale, key);
            outside.add(new Outside(key, parameter.text(value * scale), parameter.rangeText()));
        }
    }

    /** Null when the settings are within, else the first that is not. */
    @Nullable
    public String problem(QueueSettings settings) {
        String problem = rateBitsPerSecond.problem("rateBitsPerSecond", settings.rateBitsPerSecond());
        problem = problem != null ? problem : burstBytes.problem("burstBytes", settings.burstBytes());
        problem = problem != null ? problem : limitPackets.problem("limitPackets", settings.limitPackets());
        problem = problem != null ? problem : limitBytes.problem("limitBytes", settings.limitBytes());
        problem = problem != null ? problem : targetMicros.problem("targetMicros", settings.targetMicros());
        return problem != null ? problem : intervalMicros.problem("intervalMicros", settings.intervalMicros());
    }
}
