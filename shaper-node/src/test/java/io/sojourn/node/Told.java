// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Setting;
import io.sojourn.telemetry.SettingSignature;
import java.nio.charset.StandardCharsets;

/** A setting under way to node edge-1, queue wan0, unless changed. */
record Told(String node, String queue, long revision, long expected, QueueSettings settings, long expiresMillis) {
    private static final byte[] KEY = "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] OTHER_KEY = "fedcba9876543210fedcba9876543210".getBytes(StandardCharsets.US_ASCII);

    static SigningKey key() {
        return SigningKey.of(KEY);
    }

    static byte[] otherKey() {
        return OTHER_KEY;
    }

    static Told setting(long revision, long expected, QueueSettings settings) {
        return new Told("edge-1", "wan0", revision, expected, settings, FakeClock.START_MILLIS + 60_000);
    }

    static Told policer(long revision, long expected, long rateBitsPerSecond, long burstBytes) {
        return setting(
                revision, expected, QueueSettings.policer(rateBitsPerSecond, burstBytes, LengthAccounting.ETHERNET));
    }

    static Told shaper(long revision, long expected, long rateBitsPerSecond, long burstBytes, Long limitPackets) {
        return setting(
                revision,
                expected,
                QueueSettings.shaper(rateBitsPerSecond, burstBytes, limitPackets, LengthAccounting.ETHERNET));
    }

    Told node(String other) {
        return new Told(other, queue, revision, expected, settings, expiresMillis);
    }

    Told queue(String other) {
        return new Told(node, other, revision, expected, settings, expiresMillis);
    }

    Told expiring(long millis) {
        return new Told(node, queue, revision, expected, settings, millis);
    }

    Setting signed() {
        return signed(KEY);
    }

    Setting signed(byte[] with) {
        return SettingSignature.sign(unsigned(), with);
    }

    Setting unsigned() {
        return new Setting(
                Schema.CURRENT,
                node,
                queue,
                revision,
                expected,
                settings,
                "operator",
                Math.min(FakeClock.START_MILLIS, expiresMillis - 1),
                expiresMillis,
                "r-1",
                "");
    }
}
