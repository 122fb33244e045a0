// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Setting;
import io.sojourn.telemetry.SettingSignature;

/** The key that a node shares with whoever signs its settings. Never printed. */
public final class SigningKey {
    private final byte[] bytes;

    private SigningKey(byte[] bytes) {
        this.bytes = bytes;
    }

    /** @param bytes at least {@value SettingSignature#KEY_BYTES} */
    public static SigningKey of(byte[] bytes) {
        if (bytes.length < SettingSignature.KEY_BYTES) {
            throw new OutOfRange(
                    "signing key length", bytes.length, "at least " + SettingSignature.KEY_BYTES + " bytes");
        }
        return new SigningKey(bytes.clone());
    }

    boolean verifies(Setting setting) {
        return SettingSignature.verifies(setting, bytes);
    }

    @Override
    public String toString() {
        return "SigningKey[hidden]";
    }
}
