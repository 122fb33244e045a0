// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.time.Duration;

/**
 * The one table of topics: it creates them and documents them.
 *
 * <p>Live names carry a prefix, {@value #DEFAULT_PREFIX} unless configured: see {@link #name(String)}.
 */
public enum Topic {
    SAMPLES("samples", "node", SampleBatch.class, 4, Duration.ofDays(1), false),
    WINDOWS("windows", "node", WindowBatch.class, 4, Duration.ofDays(7), false),
    FLOW_WINDOWS("flow-windows", "node", FlowWindowBatch.class, 4, Duration.ofDays(1), false),
    LIVE_WINDOWS("live-windows", "node", WindowBatch.class, 4, Duration.ofHours(1), false),
    SCOPE_PARTS("scope-parts", "bucket", WindowBatch.class, 4, Duration.ofDays(1), false),
    SCOPE_WINDOWS("scope-windows", "owner", WindowBatch.class, 4, Duration.ofDays(7), false),
    FINDINGS("findings", "node/queue", Finding.class, 1, Duration.ofDays(30), false),
    RECOMMENDATIONS("recommendations", "node/queue", Recommendation.class, 1, Duration.ofDays(30), false),
    SETTINGS("settings", "node/queue", Setting.class, 1, Duration.ofDays(30), true),
    APPLIED_SETTINGS("applied-settings", "node/queue", AppliedSetting.class, 1, Duration.ofDays(30), false),
    INCIDENTS("incidents", "fingerprint", Incident.class, 1, Duration.ofDays(30), true),
    INVENTORY("inventory", "node/queue", InventoryEntry.class, 1, Duration.ofDays(30), true),
    REJECTS("rejects", "source", Reject.class, 1, Duration.ofDays(7), false);

    public static final String DEFAULT_PREFIX = "sojourn.";

    private final String suffix;
    private final String key;
    private final Class<? extends Record> value;
    private final int partitions;
    private final Duration retention;
    private final boolean compacted;

    Topic(
            String suffix,
            String key,
            Class<? extends Record> value,
            int partitions,
            Duration retention,
            boolean compacted) {
        this.suffix = suffix;
        this.key = key;
        this.value = value;
        this.partitions = partitions;
        this.retention = retention;
        this.compacted = compacted;
    }

    /** The name on the broker. */
    public String name(String prefix) {
        return prefix + suffix;
    }

    public String suffix() {
        return suffix;
    }

    /** What the record key is made of, in words. */
    public String key() {
        return key;
    }

    public Class<? extends Record> value() {
        return value;
    }

    public int partitions() {
        return partitions;
    }

    /** How long a record is kept; a compacted topic keeps the newest of each key for ever. */
    public Duration retention() {
        return retention;
    }

    public boolean compacted() {
        return compacted;
    }

    /** The key of everything about one queue. */
    public static String queueKey(String node, String queue) {
        return node + "/" + queue;
    }
}
