// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import io.sojourn.telemetry.OutOfRange;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which store keeps the history, and how to speak to it.
 *
 * @param url http or https, host and port, no path
 * @param bucket "database/retention-policy", letters, digits, '_', '-' and '.'; QuestDB has neither and ignores it
 * @param org InfluxDB 2 only; empty elsewhere
 * @param user InfluxDB 1 and QuestDB with authentication; empty without, and for InfluxDB 2
 * @param secret the user's password; for InfluxDB 2 the token
 * @param retention how long a row is kept: zero for ever, otherwise at least an hour, in whole hours
 */
public record HistoryConfig(
        Kind kind, String url, String bucket, String org, String user, Secret secret, Duration retention) {
    public static final String DEFAULT_BUCKET = "sojourn/raw";

    /** What stands behind the one line protocol. */
    public enum Kind {
        /** Written through its {@code /api/v2/write}, read by SQL through {@code /exec}. */
        QUESTDB,
        /** 1.6 to 1.8 (and 1.11): written through {@code /write}, read by InfluxQL. */
        INFLUXDB1,
        /** 2.x: written through {@code /api/v2/write}, read by InfluxQL through its 1.x endpoint and a DBRP mapping. */
        INFLUXDB2
    }

    private static final Pattern URL = Pattern.compile("https?://[^/?#@\\s]+/?");
    private static final Pattern BUCKET = Pattern.compile("[A-Za-z0-9_.-]{1,64}/[A-Za-z0-9_.-]{1,64}");

    public HistoryConfig {
        if (!URL.matcher(url).matches()) {
            // Not printed whole: people write passwords into addresses.
            throw new OutOfRange("history url", url.replaceAll("//.*@", "//***@"), "http://host:port, no path or user");
        }
        url = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        if (!BUCKET.matcher(bucket).matches()) {
            throw new OutOfRange(
                    "history bucket", bucket, "database/retention-policy of letters, digits, '_', '-', '.'");
        }
        if (!retention.isZero()
                && (retention.compareTo(Duration.ofHours(1)) < 0 || retention.toSeconds() % 3_600 != 0)) {
            throw new OutOfRange("history retention", retention, "0 for ever, or whole hours from 1 on");
        }
    }

    /** A QuestDB without authentication that keeps everything. */
    public static HistoryConfig questDb(String url) {
        return new HistoryConfig(Kind.QUESTDB, url, DEFAULT_BUCKET, "", "", Secret.none(), Duration.ZERO);
    }

    /** An InfluxDB 1 without authentication that keeps everything. */
    public static HistoryConfig influxDb1(String url) {
        return new HistoryConfig(Kind.INFLUXDB1, url, DEFAULT_BUCKET, "", "", Secret.none(), Duration.ZERO);
    }

    /** An InfluxDB 2 that keeps everything. */
    public static HistoryConfig influxDb2(String url, String org, Secret token) {
        return new HistoryConfig(Kind.INFLUXDB2, url, DEFAULT_BUCKET, org, "", token, Duration.ZERO);
    }

    String database() {
        return bucket.substring(0, bucket.indexOf('/'));
    }

    String retentionPolicy() {
        return bucket.substring(bucket.indexOf('/') + 1);
    }

    URI resolve(String pathAndQuery) {
        return URI.create(url + pathAndQuery);
    }

    /** Value of the Authorization header; empty when the store wants none. */
    Optional<String> authorization() {
        if (kind == Kind.INFLUXDB2) {
            return secret.isPresent() ? Optional.of("Token " + secret.reveal()) : Optional.empty();
        }
        if (user.isEmpty()) {
            return Optional.empty();
        }
        byte[] pair = (user + ":" + secret.reveal()).getBytes(StandardCharsets.UTF_8);
        return Optional.of("Basic " + Base64.getEncoder().encodeToString(pair));
    }
}
