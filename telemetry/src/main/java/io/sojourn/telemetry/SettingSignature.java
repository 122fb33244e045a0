// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signs settings and checks them: HMAC-SHA256 (RFC 2104) with a key that the console and its nodes share. */
public final class SettingSignature {
    /** Shortest key, RFC 2104 section 3: the length of the hash. */
    public static final int KEY_BYTES = 32;

    private static final String ALGORITHM = "HmacSHA256";

    private SettingSignature() {}

    /** The same setting, signed. */
    public static Setting sign(Setting unsigned, byte[] key) {
        return new Setting(
                unsigned.schema(),
                unsigned.node(),
                unsigned.queue(),
                unsigned.revision(),
                unsigned.expectedRevision(),
                unsigned.settings(),
                unsigned.author(),
                unsigned.issuedMillis(),
                unsigned.expiresMillis(),
                unsigned.recommendationId(),
                Base64.getEncoder().encodeToString(mac(text(unsigned), key)));
    }

    /** Whether the signature is the key's. Takes the same time for every wrong one. */
    public static boolean verifies(Setting setting, byte[] key) {
        byte[] given;
        try {
            given = Base64.getDecoder().decode(setting.signature());
        } catch (IllegalArgumentException notBase64) {
            return false;
        }
        return MessageDigest.isEqual(given, mac(text(setting), key));
    }

    /** What is signed: every component but the signature, each with its length, so that no two settings share a text. */
    static String text(Setting s) {
        StringBuilder text = new StringBuilder();
        for (Object part : new Object[] {
            s.schema(),
            s.node(),
            s.queue(),
            s.revision(),
            s.expectedRevision(),
            s.settings(),
            s.author(),
            s.issuedMillis(),
            s.expiresMillis(),
            String.valueOf(s.recommendationId())
        }) {
            String word = part.toString();
            text.append(word.length()).append(':').append(word).append('\n');
        }
        return text.toString();
    }

    private static byte[] mac(String text, byte[] key) {
        if (key.length < KEY_BYTES) {
            throw new OutOfRange("signing key length", key.length, "at least " + KEY_BYTES + " bytes");
        }
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(new SecretKeySpec(key, ALGORITHM));
            return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(ALGORITHM + " is part of every Java platform", e);
        }
    }
}
