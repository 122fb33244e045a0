// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.OutOfRange;
import org.jspecify.annotations.Nullable;

/**
 * How a node runs; what it does to packets is the {@link Policy}'s.
 *
 * @param speed times real time, 0 to 10 000; 1 is the recording's own pace, 0 as fast as it goes
 * @param passes how often the packets are played, at least 1; {@link #FOREVER} until stopped
 * @param startMillis what time of the packets, Unix epoch, the first is to bear, to the second; null for the recording's
 *     own. A node that plays a recording again and again and may be restarted needs one, since samples of a time that
 *     has passed are taken for duplicates
 * @param signingKey what settings must be signed with; null when the node has no key
 * @param allowUnsigned whether a node without a key takes settings at all
 */
public record NodeConfig(
        double speed,
        long passes,
        @Nullable Long startMillis,
        @Nullable SigningKey signingKey,
        boolean allowUnsigned) {
    /** As many passes as fit. */
    public static final long FOREVER = Long.MAX_VALUE;

    /** The year 2200: nanoseconds still fit a long for six decades of passes. */
    private static final long START_LIMIT_MILLIS = 7_258_118_400_000L;

    private static final double SPEED_LIMIT = 10_000;

    public NodeConfig {
        if (!(speed >= 0 && speed <= SPEED_LIMIT)) {
            throw new OutOfRange("speed", speed, "from 0, as fast as it goes, to 10000");
        }
        if (passes < 1) {
            throw new OutOfRange("passes", passes, "at least 1");
        }
        if (startMillis != null && (startMillis < 0 || startMillis > START_LIMIT_MILLIS)) {
            throw new OutOfRange("startMillis", startMillis, "from 0 to " + START_LIMIT_MILLIS);
        }
    }

    /** Once, as fast as it goes, every setting refused. */
    public static NodeConfig once() {
        return new NodeConfig(0, 1, null, null, false);
    }

    public NodeConfig atSpeed(double other) {
        return new NodeConfig(other, passes, startMillis, signingKey, allowUnsigned);
    }

    public NodeConfig times(long other) {
        return new NodeConfig(speed, other, startMillis, signingKey, allowUnsigned);
    }

    public NodeConfig startingAt(long millis) {
        return new NodeConfig(speed, passes, millis, signingKey, allowUnsigned);
    }

    public NodeConfig signedWith(SigningKey key) {
        return new NodeConfig(speed, passes, startMillis, key, allowUnsigned);
    }

    public NodeConfig allowingUnsigned() {
        return new NodeConfig(speed, passes, startMillis, signingKey, true);
    }
}
