// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.Conditioning;
import io.sojourn.engine.DisciplineType.MeterType;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Settings;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MarkingTest {
    private static final int AF11 = 10;
    private static final int AF42 = 36;
    private static final int AF43 = 38;
    private static final int EF = 46;
    private static final long REMARK = 1;

    private final Rig rig = new Rig();

    private Conditioning srTcm(Map<String, Long> more) {
        Map<String, Long> given = new HashMap<>(Map.of("rate", 8000L, "burst", 1000L, "excessBurst", 1000L));
        given.putAll(more);
        return new SrTcm(Rig.settings(SrTcm.TYPE, given), rig.around);
    }

    /** Code point with which a packet of 1000 bytes leaves, -1 when it is dropped. */
    private int through(Conditioning meter, int dscp) {
        int packet = rig.packet(1000, 0);
        rig.packets.setTos(packet, dscp << 2 | 1);
        DropCause cause = meter.condition(packet, 0);
        assertThat(rig.packets.ecn(packet)).isEqualTo(1);
        assertThat(cause).isIn(null, DropCause.POLICED);
        return cause == null ? rig.packets.dscp(packet) : -1;
    }

    @ParameterizedTest
    @CsvSource({"10, 10, 12", "26, 26, 28", "38, 38, 36", "46, 46, 46", "0, 0, 0", "8, 8, 8", "40, 40, 40"})
    void byDefaultGreenPassesYellowIsAFx2IfItIsAssuredAndRedIsDropped(int dscp, int green, int yellow) {
        Conditioning meter = srTcm(Map.of());
        assertThat(List.of(through(meter, dscp), through(meter, dscp), through(meter, dscp)))
                .containsExactly(green, yellow, -1);
    }

    @Test
    void codePointsAreThoseGiven() {
        Conditioning meter = srTcm(Map.of("yellowDscp", 0L, "redAction", REMARK, "redDscp", 1L));
        assertThat(List.of(through(meter, EF), through(meter, EF), through(meter, EF)))
                .containsExactly(EF, 0, 1);
    }

    @Test
    void redWithoutACodePointIsAFx3WhenItIsRemarked() {
        Conditioning meter = srTcm(Map.of("yellowAction", 1L, "redAction", REMARK));
        assertThat(List.of(through(meter, AF11), through(meter, AF11), through(meter, AF42), through(meter, EF)))
                .containsExactly(AF11, AF11, AF43, EF);
    }

    @Test
    void yellowMayBeDroppedAndRedPass() {
        Conditioning meter = srTcm(Map.of("yellowAction", 2L, "redAction", 2L));
        assertThat(List.of(through(meter, AF11), through(meter, AF11), through(meter, AF11)))
                .containsExactly(AF11, -1, AF11);
    }

    @Test
    void awareMeterGoesByTheDropPrecedenceAndBlindOneDoesNot() {
        assertThat(through(srTcm(Map.of("aware", 1L)), AF43)).isEqualTo(-1);
        assertThat(through(srTcm(Map.of()), AF43)).isEqualTo(AF43);
        Conditioning aware = srTcm(Map.of("aware", 1L));
        assertThat(List.of(through(aware, AF42), through(aware, AF42))).containsExactly(AF42, -1);
        assertThat(through(aware, EF)).isEqualTo(EF);
    }

    @Test
    void thereAreTwelveAssuredCodePoints() {
        int assured = 0;
        for (int dscp = 0; dscp < 64; dscp++) {
            assured += Color.isAssured(dscp) ? 1 : 0;
        }
        assertThat(assured).isEqualTo(12);
    }

    private static List<String> problems(MeterType type, Map<String, Long> given) {
        Settings settings = Rig.settings(type, given);
        return type.check().problems(settings, new LinkFacts(20_000_000, 1514)).stream()
                .map(Object::toString)
                .toList();
    }

    @Test
    void depthBelowOnePacketIsRefusedSayingWhatToChange() {
        assertThat(problems(TwoColorPolicer.TYPE, Map.of("rate", 1000L, "burst", 1513L)))
                .containsExactly(
                        "burst=1513B is not at least the longest packet, 1514B; raise burst to at least one packet");
        assertThat(problems(TwoColorPolicer.TYPE, Map.of("rate", 1000L, "burst", 1514L)))
                .isEmpty();
        assertThat(problems(TrTcm.TYPE, Map.of("rate", 1000L, "peakRate", 1000L, "burst", 9L, "peakBurst", 8L)))
                .hasSize(2);
        assertThat(problems(Rfc4115.TYPE, Map.of("rate", 1000L, "excessRate", 1L, "burst", 9L, "excessBurst", 8L)))
                .hasSize(2);
    }

    @Test
    void oneOfTheSingleRateDepthsMayBeZeroButNotBoth() {
        assertThat(problems(SrTcm.TYPE, Map.of("rate", 1000L, "burst", 2000L, "excessBurst", 0L)))
                .isEmpty();
        assertThat(problems(SrTcm.TYPE, Map.of("rate", 1000L, "burst", 0L, "excessBurst", 2000L)))
                .isEmpty();
        assertThat(problems(SrTcm.TYPE, Map.of("rate", 1000L, "burst", 0L, "excessBurst", 0L)))
                .hasSize(1);
        assertThat(problems(SrTcm.TYPE, Map.of("rate", 1000L, "burst", 2000L, "excessBurst", 1513L)))
                .containsExactly(
                        "excessBurst=1513B is not at least the longest packet, 1514B; raise excessBurst to at least one packet");
    }

    @Test
    void peakBelowTheCommittedRateIsRefused() {
        assertThat(problems(TrTcm.TYPE, Map.of("rate", 1000L, "peakRate", 999L)))
                .containsExactly("peakRate=999bit is not at least the rate, 1kbit; raise peakRate or lower rate");
    }

    @Test
    void codePointThatNoPacketWouldGetIsRefused() {
        assertThat(problems(SrTcm.TYPE, Map.of("rate", 1000L, "redDscp", 1L)))
                .containsExactly(
                        "redDscp=1 is not left out while redAction is drop; set redAction to remark, or leave redDscp out");
        assertThat(problems(TwoColorPolicer.TYPE, Map.of("rate", 1000L, "excessDscp", 1L)))
                .hasSize(1);
        assertThat(problems(TwoColorPolicer.TYPE, Map.of("rate", 1000L, "excessAction", REMARK)))
                .containsExactly("excessDscp=missing is not given; write the code point, or set excessAction to drop");
    }
}
