// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.node.path.DataPath;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Outcome;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Setting;
import io.sojourn.telemetry.SettingSignature;
import io.sojourn.telemetry.Topic;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControlRestoreTest {
    private static final long NOW_MILLIS = FakeClock.START_MILLIS + 10_000_000;
    private static final long LONG_AGO_MILLIS =
            NOW_MILLIS - Topic.APPLIED_SETTINGS.retention().toMillis() - 1;

    private final Policy policy = Policies.policer();
    private final DataPath path = new DataPath(policy);
    private final List<AppliedSetting> answers = new ArrayList<>();
    private final Control control = new Control(
            "edge-1", new SettingsGuard(policy, NodeConfig.once().signedWith(Told.key())), path, answers::add);

    private final Setting first = Told.policer(1, 0, 18_000_000, 60_000).signed();
    private final Setting second = Told.policer(2, 1, 15_000_000, 60_000).signed();
    private final Setting third = Told.policer(3, 2, 11_000_000, 60_000).signed();

    @Test
    void newestAppliedSettingIsPutBackSilentlyThoughItHasExpired() {
        restore(List.of(first, second), answer(first, Outcome.APPLIED), answer(second, Outcome.APPLIED));

        assertThat(revision()).isEqualTo(2);
        assertThat(rate()).isEqualTo(15_000_000);
        assertThat(control.nextUnanswered()).isNull();
        assertThat(answers).isEmpty();
    }

    @Test
    void settingThatWasRefusedOrTakenBackIsNotPutBack() {
        restore(
                List.of(first, second, third),
                answer(first, Outcome.APPLIED),
                answer(second, Outcome.APPLIED),
                answer(second, Outcome.REVERTED),
                answer(third, Outcome.REFUSED));

        assertThat(revision()).isEqualTo(1);
    }

    @Test
    void settingThatCameWhileTheNodeWasDownIsGuardedAndAnswered() {
        restore(List.of(first, second), answer(first, Outcome.APPLIED));
        Setting unanswered = control.nextUnanswered();
        control.take(unanswered, Traffic.START_NANOS, NOW_MILLIS);

        assertThat(unanswered).isEqualTo(second);
        assertThat(answers).singleElement().satisfies(answer -> {
            assertThat(answer.outcome()).isEqualTo(Outcome.REFUSED);
            assertThat(answer.reason()).startsWith("expiresMillis=");
            assertThat(answer.inForceRevision()).isEqualTo(1);
        });
    }

    @Test
    void settingOlderThanItsAnswerIsKeptCountsAsApplied() {
        Setting old = issued(Told.policer(7, 6, 12_000_000, 60_000), LONG_AGO_MILLIS);
        restore(List.of(old));

        assertThat(revision()).isEqualTo(7);
        assertThat(control.nextUnanswered()).isNull();
    }

    @Test
    void settingThatTheBoundsNoLongerHoldGivesWayToTheOneBefore() {
        Setting tooMuch = Told.policer(2, 1, 90_000_000, 60_000).signed();
        restore(List.of(first, tooMuch), answer(first, Outcome.APPLIED), answer(tooMuch, Outcome.APPLIED));

        assertThat(revision()).isEqualTo(1);
    }

    @Test
    void settingWithAForeignSignatureIsNotPutBackWhateverTheAnswersSay() {
        Setting forged = Told.policer(2, 1, 15_000_000, 60_000).signed(Told.otherKey());
        restore(List.of(first, forged), answer(first, Outcome.APPLIED), answer(forged, Outcome.APPLIED));

        assertThat(revision()).isEqualTo(1);
    }

    private void restore(List<Setting> settings, AppliedSetting... given) {
        control.restore(settings, List.of(given), NOW_MILLIS);
    }

    private long revision() {
        return path.queue("wan0").orElseThrow().state().revision();
    }

    private long rate() {
        return path.queue("wan0").orElseThrow().state().inForce().rateBitsPerSecond();
    }

    private static Setting issued(Told told, long issuedMillis) {
        Setting setting = told.unsigned();
        return SettingSignature.sign(
                new Setting(
                        Schema.CURRENT,
                        setting.node(),
                        setting.queue(),
                        setting.revision(),
                        setting.expectedRevision(),
                        setting.settings(),
                        setting.author(),
                        issuedMillis,
                        issuedMillis + 60_000,
                        null,
                        ""),
                "0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
    }

    private static AppliedSetting answer(Setting setting, Outcome outcome) {
        return new AppliedSetting(
                Schema.CURRENT,
                setting.node(),
                setting.queue(),
                setting.revision(),
                outcome,
                "",
                setting.revision(),
                setting.settings(),
                null,
                0);
    }
}
