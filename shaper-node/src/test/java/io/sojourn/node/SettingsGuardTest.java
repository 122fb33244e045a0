// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.node.SettingsGuard.Verdict;
import io.sojourn.node.path.DataPath;
import io.sojourn.node.path.NodeQueue;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Setting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SettingsGuardTest {
    private static final long NOW_MILLIS = FakeClock.START_MILLIS;

    private final Policy policy = Policies.policer();
    private final SettingsGuard guard =
            new SettingsGuard(policy, NodeConfig.once().signedWith(Told.key()));
    private final NodeQueue.State state =
            new DataPath(policy).queue("wan0").orElseThrow().state();

    @Test
    void signedFreshSettingWithinBoundsIsAccepted() {
        assertThat(check(Told.policer(1, 0, 15_000_000, 60_000))).isInstanceOf(Verdict.Accepted.class);
    }

    @Test
    void settingOfAnotherNodeIsRefused() {
        assertThat(reason(Told.policer(1, 0, 15_000_000, 60_000).node("edge-2")))
                .isEqualTo("node=edge-2; this node is edge-1");
    }

    @Test
    void settingOfAnUnknownQueueIsRefused() {
        Setting setting = Told.policer(1, 0, 15_000_000, 60_000).queue("wan9").signed();

        assertThat(guard.check(setting, null, NOW_MILLIS))
                .isEqualTo(new Verdict.Refused("queue=wan9; must be one of wan0"));
    }

    @Test
    void settingWhoseSignatureDoesNotFitIsRefusedHoweverGoodItIs() {
        Setting forged = Told.policer(1, 0, 15_000_000, 60_000).signed(Told.otherKey());

        assertThat(guard.check(forged, state, NOW_MILLIS).toString()).contains("signature does not fit");
    }

    @Test
    void nodeWithoutAKeyRefusesEverySettingUnlessUnsignedOnesAreAllowed() {
        Setting setting = Told.policer(1, 0, 15_000_000, 60_000).signed();
        SettingsGuard closed = new SettingsGuard(policy, NodeConfig.once());
        SettingsGuard open = new SettingsGuard(policy, NodeConfig.once().allowingUnsigned());

        assertThat(closed.check(setting, state, NOW_MILLIS).toString()).contains("no key");
        assertThat(open.check(setting, state, NOW_MILLIS)).isInstanceOf(Verdict.Accepted.class);
    }

    @Test
    void nodeWithAKeyRefusesUnsignedSettingsEvenIfTheyAreAllowed() {
        Setting unsigned = Told.policer(1, 0, 15_000_000, 60_000).unsigned();
        SettingsGuard both = new SettingsGuard(
                policy, NodeConfig.once().signedWith(Told.key()).allowingUnsigned());

        assertThat(both.check(unsigned, state, NOW_MILLIS)).isInstanceOf(Verdict.Refused.class);
    }

    @Test
    void settingIsRefusedFromTheMillisecondItExpires() {
        Told told = Told.policer(1, 0, 15_000_000, 60_000);

        assertThat(guard.check(told.expiring(NOW_MILLIS + 1).signed(), state, NOW_MILLIS))
                .isInstanceOf(Verdict.Accepted.class);
        assertThat(reason(told.expiring(NOW_MILLIS)))
                .isEqualTo("expiresMillis=" + NOW_MILLIS + "; must be after now, " + NOW_MILLIS);
    }

    @Test
    void settingMadeForAnotherRevisionIsRefused() {
        assertThat(reason(Told.policer(5, 4, 15_000_000, 60_000)))
                .isEqualTo("expectedRevision=4; must be 0, the revision in force");
    }

    @Test
    void settingThatIsInForceAlreadyIsNeitherAppliedNorRefused() {
        NodeQueue.State second = new NodeQueue.State(
                1, QueueSettings.policer(15_000_000, 60_000, LengthAccounting.ETHERNET), state.bounds(), state.place());
        Setting again =
                Told.policer(1, 0, 15_000_000, 60_000).expiring(NOW_MILLIS).signed();

        assertThat(guard.check(again, second, NOW_MILLIS)).isInstanceOf(Verdict.InForce.class);
    }

    @Test
    void otherSettingOfTheRevisionInForceIsRefused() {
        NodeQueue.State second = new NodeQueue.State(1, state.inForce(), state.bounds(), state.place());

        assertThat(guard.check(Told.policer(1, 1, 15_000_000, 60_000).signed(), second, NOW_MILLIS))
                .isEqualTo(new Verdict.Refused("revision=1; must be more than 1, the revision in force"));
    }

    @Test
    void rateMayBeHalfOfThePolicysAndNotOneBitLess() {
        assertThat(check(Told.policer(1, 0, 10_000_000, 60_000))).isInstanceOf(Verdict.Accepted.class);
        assertThat(reason(Told.policer(1, 0, 9_999_999, 60_000)))
                .isEqualTo("rateBitsPerSecond=9999999; must be from 10000000 to 20000000");
    }

    @Test
    void burstOfLessThanAPacketIsRefused() {
        assertThat(reason(Told.policer(1, 0, 10_000_000, 1_513))).startsWith("burstBytes=1513; must be from 1514");
    }

    @Test
    void burstOfLessThanAPacketIsRefusedEvenIfTheFilesBoundsAllowIt() {
        Policy wide = Policy.parse("test", """
                node: edge-1
                bounds: { burst: [1B, 1MB] }
                queues: [ { name: wan0, policer: { rate: 20Mbit, burst: 625000B } } ]
                """);
        NodeQueue.State wideState =
                new DataPath(wide).queue("wan0").orElseThrow().state();
        Setting setting = Told.policer(1, 0, 10_000_000, 1_513).signed();

        assertThat(guard.check(setting, wideState, NOW_MILLIS))
                .isEqualTo(new Verdict.Refused("burstBytes=1513; must be at least 1514, one packet"));
    }

    @Test
    void limitAboveItsBoundIsRefused() {
        assertThat(reason(Told.shaper(1, 0, 10_000_000, 20_000, 10_001L)))
                .isEqualTo("limitPackets=10001; must be from 1 to 10000");
    }

    @Test
    void shaperWithoutALimitIsRefused() {
        assertThat(reason(Told.shaper(1, 0, 10_000_000, 20_000, null))).contains("must one be given for a SHAPER");
    }

    @ParameterizedTest
    @EnumSource(
            value = Discipline.class,
            names = {"CODEL", "FQ_CODEL"})
    void managedQueueIsAcceptedWithItsTargetAndInterval(Discipline discipline) {
        QueueSettings managed = managed(discipline, 10_000_000L, 5_000L, 100_000L);

        assertThat(check(Told.setting(1, 0, managed))).isEqualTo(new Verdict.Accepted(managed));
    }

    @Test
    void managedQueueWithoutARateIsRefusedSinceNothingElseLimitsIt() {
        assertThat(reason(Told.setting(1, 0, managed(Discipline.CODEL, null, 5_000L, 100_000L))))
                .isEqualTo("rateBitsPerSecond=null; must be given, nothing else limits wan0");
    }

    @Test
    void intervalBelowTwiceTheTargetIsRefusedWithTheEnginesReason() {
        assertThat(reason(Told.setting(1, 0, managed(Discipline.CODEL, 10_000_000L, 50_000L, 99_000L))))
                .startsWith("interval=99ms");
    }

    @Test
    void targetOutsideItsBoundIsRefused() {
        assertThat(reason(Told.setting(1, 0, managed(Discipline.CODEL, 10_000_000L, 499L, 100_000L))))
                .isEqualTo("targetMicros=499; must be from 500 to 1000000");
    }

    @Test
    void plainFifoWithoutARateIsRefused() {
        QueueSettings fifo =
                new QueueSettings(Discipline.FIFO, null, null, 100L, null, null, null, LengthAccounting.ETHERNET);

        assertThat(reason(Told.setting(1, 0, fifo))).contains("nothing else limits wan0");
    }

    @Test
    void unknownDisciplineIsRefused() {
        assertThat(reason(Told.setting(1, 0, QueueSettings.unknown())))
                .isEqualTo("discipline=UNKNOWN; must be POLICER, SHAPER, FIFO, CODEL or FQ_CODEL");
    }

    @ParameterizedTest
    @EnumSource(
            value = Discipline.class,
            names = {"RED", "WRED", "PIE", "DUALPI2", "SFQ", "WFQ", "CAKE"})
    void disciplineThatOnlyThePolicyFileMayNameIsRefusedSayingSo(Discipline discipline) {
        QueueSettings settings =
                new QueueSettings(discipline, 15_000_000L, 60_000L, 100L, null, null, null, LengthAccounting.ETHERNET);

        assertThat(reason(Told.setting(1, 0, settings)))
                .isEqualTo("discipline=" + discipline
                        + "; must be POLICER, SHAPER, FIFO, CODEL or FQ_CODEL, others stand in the policy file only");
    }

    @Test
    void otherLengthAccountingThanThePolicysIsRefused() {
        QueueSettings ip = QueueSettings.policer(15_000_000, 60_000, LengthAccounting.IP);

        assertThat(reason(Told.setting(1, 0, ip)))
                .isEqualTo("lengthAccounting=IP; must be ETHERNET, the policy file's");
    }

    @Test
    void signatureIsCheckedBeforeAnythingThatTellsOfTheQueuesState() {
        Setting forged = Told.policer(5, 4, 8, 1).expiring(NOW_MILLIS).signed(Told.otherKey());

        assertThat(guard.check(forged, state, NOW_MILLIS).toString()).contains("signature");
    }

    private static QueueSettings managed(Discipline discipline, Long rate, Long targetMicros, Long intervalMicros) {
        return new QueueSettings(
                discipline, rate, 20_000L, 100L, null, targetMicros, intervalMicros, LengthAccounting.ETHERNET);
    }

    private Verdict check(Told told) {
        return guard.check(told.signed(), state, NOW_MILLIS);
    }

    private String reason(Told told) {
        assertThat(check(told)).isInstanceOf(Verdict.Refused.class);
        return ((Verdict.Refused) check(told)).reason();
    }
}
