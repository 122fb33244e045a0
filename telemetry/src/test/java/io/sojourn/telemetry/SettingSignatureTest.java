// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class SettingSignatureTest {
    private static final byte[] KEY = new byte[32];
    private static final byte[] OTHER_KEY = new byte[32];

    static {
        Arrays.fill(KEY, (byte) 7);
        Arrays.fill(OTHER_KEY, (byte) 8);
    }

    @Test
    void signedSettingVerifiesWithItsKeyOnly() {
        Setting signed = SettingSignature.sign(Records.setting(), KEY);

        assertThat(SettingSignature.verifies(signed, KEY)).isTrue();
        assertThat(SettingSignature.verifies(signed, OTHER_KEY)).isFalse();
        assertThat(SettingSignature.verifies(Records.setting(), KEY)).isFalse();
    }

    @Test
    void anyChangeBreaksTheSignature() {
        Setting signed = SettingSignature.sign(Records.setting(), KEY);
        String json = Wire.text(signed);

        for (String[] change : new String[][] {
            {"\"revision\":1", "\"revision\":2"},
            {"20000000", "90000000"},
            {"\"wan0\"", "\"wan1\""},
            {"61000", "99000"},
            {"ada", "eve"},
            {"POLICED\"", "POLICEX\""}
        }) {
            String tampered = json.replace(change[0], change[1]);
            assertThat(tampered).isNotEqualTo(json);
            assertThat(SettingSignature.verifies(
                            Wire.read(tampered.getBytes(StandardCharsets.UTF_8), Setting.class), KEY))
                    .as(change[1])
                    .isFalse();
        }
    }

    @Test
    void shortKeyIsRefused() {
        assertThatThrownBy(() -> SettingSignature.sign(Records.setting(), new byte[31]))
                .hasMessageContaining("signing key length=31; must be at least 32 bytes");
    }
}
