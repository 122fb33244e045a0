// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Settings;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WredTest {
    private static final LinkFacts LINK = new LinkFacts(20_000_000, 1514);

    private final Rig rig = new Rig();

    /** Every new length is the average, and between the thresholds everything is dropped. */
    private Wred sharp(Map<String, Long> more) {
        Map<String, Long> given = new HashMap<>(Map.of("limit", 80L, "weight", 1_000_000_000L));
        given.putAll(more);
        return new Wred(Rig.settings(Wred.TYPE, given), rig.around);
    }

    private long passedUntilFirstDrop(Wred wred, int dscp) {
        while (rig.losses.isEmpty()) {
            int packet = rig.packet(1000, 0);
            rig.packets.setDscp(packet, dscp);
            wred.enqueue(packet, 0);
        }
        return wred.backlogPackets();
    }

    @Test
    void defaultsAreThoseOfCiscoForTheirQueueOf80() {
        Settings settings = Settings.of(Wred.TYPE.parameters(), Map.of("limit", 80L), LINK);
        assertThat(settings.value(Wred.MAX)).isEqualTo(40);
        assertThat(Wred.MINIMA.stream().map(settings::value))
                .containsExactly(20L, 22L, 24L, 26L, 28L, 30L, 32L, 34L, 32L, 28L, 24L);
        assertThat(settings.values()).containsEntry("weight", 1_953_125L);
        assertThat(Wred.TYPE.check().problems(settings, LINK)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"0, 20", "8, 22", "10, 22", "22, 24", "31, 26", "34, 28", "46, 30", "48, 32", "63, 34"})
    void dropsBeginAboveTheMinimumOfThePrecedence(int dscp, int min) {
        var wred = sharp(Map.of());
        int packet = rig.packet(1000, 0);
        rig.packets.setDscp(packet, dscp);
        long average = (long) min << RedAverage.PACKET_BITS;
        assertThat(wred.curve(packet).probability(average)).isZero();
        assertThat(wred.curve(packet).probability(average + (1L << RedAverage.PACKET_BITS)))
                .isEqualTo(Fraction.ofParts(100_000_000) / (40 - min));
    }

    @ParameterizedTest
    @CsvSource({
        "10, minLow",
        "12, minMedium",
        "14, minHigh",
        "18, minLow",
        "28, minMedium",
        "38, minHigh",
        "0, min0",
        "8, min1",
        "9, min1",
        "11, min1",
        "46, min5",
        "32, min4",
        "40, min5",
        "42, min5",
        "2, min0"
    })
    void assuredForwardingIsJudgedByDropPrecedenceIfAskedForAndTheRestByPrecedence(int dscp, String governing) {
        Map<String, Long> given = new HashMap<>(Map.of("byDropPrecedence", 1L, "max", 10L, "maxProbability", 1L));
        for (var min : Wred.MINIMA) {
            given.put(min.name(), 0L);
        }
        given.put(governing, 9L);
        var wred = sharp(given);
        int packet = rig.packet(1000, 0);
        rig.packets.setDscp(packet, dscp);
        long average = 5L << RedAverage.PACKET_BITS;
        assertThat(wred.curve(packet).verdict(average, new SplitMix(1))).isEqualTo(RedCurve.Verdict.PASS);
        given.replaceAll((name, value) -> name.equals("maxProbability") ? Long.valueOf(1_000_000_000L) : value);
        var certain = sharp(given);
        // At 9 of 10 pb is 0.9 under every curve but the governing one.
        long nine = (9L << RedAverage.PACKET_BITS) - 1;
        for (int i = 0; i < 50; i++) {
            assertThat(certain.curve(packet).verdict(nine, new SplitMix(i))).isEqualTo(RedCurve.Verdict.PASS);
        }
    }

    @Test
    void everythingIsDroppedFromMaxOnWhateverThePrecedence() {
        var wred = sharp(Map.of("maxProbability", 1L));
        assertThat(passedUntilFirstDrop(wred, 56)).isEqualTo(40);
        for (int dscp = 0; dscp < 64; dscp++) {
            int packet = rig.packet(1000, 0);
            rig.packets.setDscp(packet, dscp);
            wred.enqueue(packet, 0);
        }
        assertThat(rig.losses).hasSize(65).allMatch(loss -> loss.cause() == DropCause.AQM);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void lowerPrecedenceLosesMoreUnderOneAverage(long seed) {
        var seeded = new Rig(seed);
        var wred = new Wred(Rig.settings(Wred.TYPE, Map.of("limit", 80L), 20_000_000), seeded.around);
        int[] lost = new int[8];
        for (int i = 0; i < 40_000; i++) {
            // 15 % more than the link takes.
            long now = i * 526_000L;
            int packet = seeded.packet(1514, now);
            seeded.packets.setDscp(packet, (i % 8) << 3);
            wred.enqueue(packet, now);
            if (i % 23 >= 3) {
                int sent = wred.dequeue(now);
                if (sent != Wred.NONE) {
                    seeded.packets.release(sent);
                }
            }
        }
        for (Rig.Loss loss : seeded.losses) {
            lost[(int) (loss.handle() % 8)]++;
        }
        assertThat(lost[0]).isGreaterThan(lost[3]);
        assertThat(lost[3]).isGreaterThan(lost[7]);
    }

    @Test
    void refusesAMinimumAtTheMaximumNamingIt() {
        Settings settings = Settings.of(Wred.TYPE.parameters(), Map.of("max", 30L, "minHigh", 30L), LINK);
        assertThat(Wred.TYPE.check().problems(settings, LINK))
                .extracting(Problem::toString)
                .containsExactly("minHigh=30p is not below max, 30p; lower minHigh or raise max");
    }
}
