// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.sojourn.analytics.detect.Evidence;
import io.sojourn.console.Refused;
import io.sojourn.history.QueueStatus;
import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.Measure;
import io.sojourn.telemetry.Outcome;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Setting;
import io.sojourn.telemetry.SettingSignature;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SettingsDeskTest {
    private static final byte[] KEY = new byte[SettingSignature.KEY_BYTES];
    private static final Clock CLOCK = Clock.fixed(Instant.ofEpochMilli(1_000_000), ZoneOffset.UTC);
    private static final QueueSettings OTHER = QueueSettings.shaper(15_000_000, 10_000, 50L, LengthAccounting.ETHERNET);

    private final FakeHistory history = new FakeHistory();
    private final List<Record> sent = new ArrayList<>();
    private final SettingsDesk desk =
            new SettingsDesk(history, (topic, key, value) -> sent.add(value), new SettingSigner(KEY, CLOCK), CLOCK);

    @Test
    void approvalSendsASignedSettingForTheRevisionInForceAndIsTakenOnce() throws Refused {
        desk.approve(FakeHistory.ID, "ada");

        assertThat(sent).hasSize(2);
        Setting setting = (Setting) sent.get(0);
        assertThat(SettingSignature.verifies(setting, KEY)).isTrue();
        assertThat(setting.revision()).isEqualTo(1);
        assertThat(setting.expectedRevision()).isZero();
        assertThat(setting.expiresMillis()).isEqualTo(1_060_000);
        assertThat(why(() -> desk.approve(FakeHistory.ID, "eve"))).isEqualTo(Refused.Why.ALREADY_DECIDED);
    }

    @Test
    void recommendationMadeForOtherSettingsThanThoseInForceIsNotApplied() {
        history.applied = new AppliedSetting(1, "n", "q", 3, Outcome.APPLIED, "", 3, OTHER, null, 5);

        assertThat(why(() -> desk.approve(FakeHistory.ID, "ada"))).isEqualTo(Refused.Why.EXPIRED);
        assertThat(sent).isEmpty();
    }

    @Test
    void recommendationWhoseFindingWasClosedIsNotApplied() {
        history.queues = List.of(new QueueStatus("n", "q", null, null));

        assertThat(why(() -> desk.approve(FakeHistory.ID, "ada"))).isEqualTo(Refused.Why.EXPIRED);
        assertThat(sent).isEmpty();
    }

    @Test
    void unknownIdAndAnotherDevicesQueueAreRefusedAndARejectionSetsNothing() throws Refused {
        assertThat(why(() -> desk.approve("nobody's", "ada"))).isEqualTo(Refused.Why.UNKNOWN_ID);
        desk.reject(FakeHistory.ID, "ada");
        assertThat(sent).singleElement().isNotInstanceOf(Setting.class);

        history.applicable = false;
        SettingsDesk other =
                new SettingsDesk(history, (topic, key, value) -> sent.add(value), new SettingSigner(KEY, CLOCK), CLOCK);
        assertThat(why(() -> other.approve(FakeHistory.ID, "ada"))).isEqualTo(Refused.Why.NOT_APPLICABLE);
    }

    @Test
    void refusalOfAdviceSaysWhetherTheQueueIsOfANodeOfOurs() {
        history.applicable = false;

        assertThat(catchThrowableOfType(Refused.class, () -> desk.approve(FakeHistory.ID, "ada")))
                .hasMessageContaining("not a queue of a shaper node of ours");
        history.evidence = List.of(new Measure(Evidence.CONDITIONED, 1, ""));
        assertThat(catchThrowableOfType(Refused.class, () -> desk.approve(FakeHistory.ID, "ada")))
                .hasMessageContaining("change the node's policy file");
    }

    @Test
    void brokerThatDoesNotTakeItLeavesTheRecommendationOpen() throws Refused {
        SettingsDesk down = new SettingsDesk(
                history,
                (topic, key, value) -> {
                    throw new IllegalStateException("no broker");
                },
                new SettingSigner(KEY, CLOCK),
                CLOCK);

        assertThat(why(() -> down.approve(FakeHistory.ID, "ada"))).isEqualTo(Refused.Why.UNAVAILABLE);
        assertThat(why(() -> down.approve(FakeHistory.ID, "ada"))).isEqualTo(Refused.Why.UNAVAILABLE);
    }

    private interface Decision {
        void take() throws Refused;
    }

    private static Refused.Why why(Decision decision) {
        return catchThrowableOfType(Refused.class, decision::take).why();
    }
}
