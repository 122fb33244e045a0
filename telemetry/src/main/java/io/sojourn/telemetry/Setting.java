// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * What a node is told. Topic {@code settings} (compacted), key {@code node/queue}.
 *
 * @param revision of this setting; a queue starts at revision 0, its policy file's
 * @param expectedRevision the revision in force for which it was made; the node refuses any other (compare and set)
 * @param issuedMillis wall clock of the issuer
 * @param expiresMillis the node refuses it from then on
 * @param recommendationId what it carries out; null when an operator wrote it
 * @param signature HMAC-SHA256 over {@link SettingSignature#text}, in Base64
 */
public record Setting(
        int schema,
        String node,
        String queue,
        long revision,
        long expectedRevision,
        QueueSettings settings,
        String author,
        long issuedMillis,
        long expiresMillis,
        @Nullable String recommendationId,
        String signature) {
    public Setting {
        Schema.check(schema);
        Range.name("node", node);
        Range.name("queue", queue);
        Range.atLeast("revision", revision, 1);
        Range.atLeast("expectedRevision", expectedRevision, 0);
        Range.present("settings", settings);
        Range.name("author", author);
        Range.interval(issuedMillis, expiresMillis);
        Range.present("signature", signature);
    }
}
