// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Rig;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SessionLimitTest {
    private static final int TCP = 6;
    private static final int UDP = 17;
    private static final int OPENS = PacketStore.OPENS_SESSION;
    private static final int CLOSES = PacketStore.CLOSES_SESSION;
    private static final long PER_SOURCE = 1;
    private static final long PER_DESTINATION = 2;
    private static final long SECOND = 1_000_000_000;

    private final Rig rig = new Rig();

    private SessionLimit meter(Map<String, Long> given) {
        return new SessionLimit(Rig.settings(SessionLimit.TYPE, given), rig.around);
    }

    private boolean passes(SessionLimit meter, int source, long flow, int protocol, int flags, long nowNanos) {
        int packet = rig.packet(100, flow, 0, nowNanos);
        rig.packets.setHosts(packet, source, 7);
        rig.packets.setHeader(packet, 0, protocol, flags);
        DropCause cause = meter.condition(packet, nowNanos);
        assertThat(cause).isIn(null, DropCause.LIMIT);
        rig.packets.release(packet);
        return cause == null;
    }

    private boolean tcp(SessionLimit meter, long flow, int flags, long nowNanos) {
        return passes(meter, 1, flow, TCP, flags, nowNanos);
    }

    @Test
    void packetThatWouldOpenOneTooManyIsDroppedAndEstablishedSessionsGoOn() {
        SessionLimit meter = meter(Map.of("sessions", 2L));
        assertThat(tcp(meter, 1, OPENS, 0)).isTrue();
        assertThat(tcp(meter, 2, OPENS, 0)).isTrue();
        assertThat(tcp(meter, 3, OPENS, 0)).isFalse();
        assertThat(tcp(meter, 1, 0, 0)).isTrue();
        assertThat(tcp(meter, 2, OPENS, 0)).as("sent again").isTrue();
        assertThat(meter.sessions()).isEqualTo(2);
    }

    @Test
    void sessionThatClosedMakesRoomAndItsLastAcknowledgmentTakesNone() {
        SessionLimit meter = meter(Map.of("sessions", 1L));
        assertThat(tcp(meter, 1, OPENS, 0)).isTrue();
        assertThat(tcp(meter, 1, CLOSES, 0)).isTrue();
        assertThat(tcp(meter, 1, PacketStore.PURE_ACK, 0)).isTrue();
        assertThat(meter.sessions()).isZero();
        assertThat(tcp(meter, 1, CLOSES, 0)).as("sent again").isTrue();
        assertThat(meter.sessions()).isZero();
        assertThat(tcp(meter, 2, OPENS, 0)).isTrue();
    }

    @Test
    void sessionEndsJustAfterItsTimeoutAndEachPacketBeginsItAnew() {
        SessionLimit meter = meter(Map.of("sessions", 1L, "timeout", 10 * SECOND));
        assertThat(tcp(meter, 1, OPENS, 0)).isTrue();
        assertThat(tcp(meter, 1, 0, 5 * SECOND)).isTrue();
        assertThat(tcp(meter, 2, OPENS, 15 * SECOND)).isFalse();
        assertThat(tcp(meter, 2, OPENS, 15 * SECOND + 1)).isTrue();
        assertThat(meter.sessions()).isEqualTo(1);
    }

    @Test
    void noneIsRefusedForSessionsThatHaveEnded() {
        SessionLimit meter = meter(Map.of("sessions", 1L, "per", PER_SOURCE, "timeout", 10 * SECOND));
        for (int source = 0; source < 20; source++) {
            assertThat(passes(meter, source, source, TCP, OPENS, source)).isTrue();
        }
        assertThat(passes(meter, 19, 100, TCP, OPENS, 11 * SECOND)).isTrue();
        assertThat(meter.sessions()).isEqualTo(1);
    }

    @Test
    void endedSessionsAreClearedTwoAPacketAndTheOneInUseIsNot() {
        SessionLimit meter = meter(Map.of("sessions", 100L, "timeout", 10 * SECOND));
        for (int flow = 0; flow < 5; flow++) {
            assertThat(tcp(meter, flow, OPENS, flow)).isTrue();
        }
        assertThat(tcp(meter, 0, 0, 9 * SECOND)).isTrue();
        assertThat(tcp(meter, 0, 0, 11 * SECOND)).isTrue();
        assertThat(meter.sessions()).isEqualTo(3);
        assertThat(tcp(meter, 0, 0, 11 * SECOND)).isTrue();
        assertThat(meter.sessions()).isEqualTo(1);
    }

    @Test
    void refusedDatagramsDoNotPassForAnEstablishedSessionLater() {
        SessionLimit meter = meter(Map.of("sessions", 1L));
        assertThat(passes(meter, 1, 1, UDP, OPENS, 0)).isTrue();
        assertThat(passes(meter, 1, 2, UDP, OPENS, 0)).isFalse();
        assertThat(passes(meter, 1, 2, UDP, 0, 0)).isFalse();
        assertThat(passes(meter, 1, 1, UDP, 0, 0)).isTrue();
    }

    @Test
    void tcpSessionFromBeforeIsCountedIfThereIsRoomAndPassesAnyway() {
        SessionLimit meter = meter(Map.of("sessions", 1L));
        assertThat(tcp(meter, 1, 0, 0)).isTrue();
        assertThat(meter.sessions()).isEqualTo(1);
        assertThat(tcp(meter, 2, 0, 0)).isTrue();
        assertThat(tcp(meter, 3, OPENS, 0)).isFalse();
        assertThat(tcp(meter, 3, OPENS | CLOSES, 0)).isFalse();
        assertThat(meter.sessions()).isEqualTo(1);
    }

    @Test
    void eachSourceHasItsOwnLimitAndAllTheTable() {
        SessionLimit meter = meter(Map.of("sessions", 1L, "per", PER_SOURCE, "entries", 2L));
        assertThat(passes(meter, 1, 1, TCP, OPENS, 0)).isTrue();
        assertThat(passes(meter, 1, 2, TCP, OPENS, 0)).isFalse();
        assertThat(passes(meter, 2, 3, TCP, OPENS, 0)).isTrue();
        assertThat(passes(meter, 3, 4, TCP, OPENS, 0)).as("table full").isFalse();
        SessionLimit perDestination = meter(Map.of("sessions", 1L, "per", PER_DESTINATION));
        assertThat(passes(perDestination, 1, 1, TCP, OPENS, 0)).isTrue();
        assertThat(passes(perDestination, 2, 2, TCP, OPENS, 0)).isFalse();
    }

    @Test
    void changeKeepsWhatIsCountedAlsoPastALowerLimit() {
        SessionLimit meter = meter(Map.of("sessions", 3L));
        for (int flow = 1; flow <= 3; flow++) {
            assertThat(tcp(meter, flow, OPENS, flow)).isTrue();
        }
        meter.configure(Rig.settings(SessionLimit.TYPE, Map.of("sessions", 2L)), 4);
        assertThat(meter.sessions()).isEqualTo(3);
        assertThat(tcp(meter, 1, CLOSES, 4)).isTrue();
        assertThat(tcp(meter, 4, OPENS, 4)).isFalse();
        meter.configure(Rig.settings(SessionLimit.TYPE, Map.of("sessions", 1L, "entries", 1L)), 5);
        assertThat(meter.sessions()).isEqualTo(1);
        assertThat(tcp(meter, 3, CLOSES, 5)).isTrue();
        assertThat(meter.sessions()).isZero();
    }

    /** Against sets of sessions by source: never more than the limit, and no more kept than the table holds. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void noSourceEverHasMoreSessionsThanItsLimitAndNoneIsRefusedBelowIt(long seed) {
        var random = new Random(seed);
        int limit = 1 + random.nextInt(5);
        SessionLimit meter = meter(Map.of("sessions", (long) limit, "per", PER_SOURCE, "timeout", 3600 * SECOND));
        Map<Integer, Set<Long>> open = new HashMap<>();
        for (int i = 0; i < 20_000; i++) {
            int source = random.nextInt(20);
            long flow = source * 100L + random.nextInt(10);
            Set<Long> ofSource = open.computeIfAbsent(source, none -> new HashSet<>());
            int kind = random.nextInt(3);
            int flags = kind == 0 ? OPENS : kind == 1 ? CLOSES : 0;
            boolean expected = kind == 1 || ofSource.contains(flow) || ofSource.size() < limit;
            assertThat(passes(meter, source, flow, UDP, flags, i)).isEqualTo(expected);
            if (kind == 1) {
                ofSource.remove(flow);
            } else if (expected) {
                ofSource.add(flow);
            }
            assertThat(ofSource.size()).isLessThanOrEqualTo(limit);
            assertThat(meter.sessions())
                    .isEqualTo(open.values().stream().mapToInt(Set::size).sum());
        }
    }

    @Test
    void tableSmallerThanTheLimitIsRefused() {
        var settings = Rig.settings(SessionLimit.TYPE, Map.of("sessions", 100L, "entries", 99L));
        assertThat(SessionLimit.TYPE.check().problems(settings, new LinkFacts(1000, 1514)))
                .extracting(Object::toString)
                .containsExactly("entries=99 is not at least sessions, 100; raise entries or lower sessions");
        var most = Rig.settings(SessionLimit.TYPE, Map.of("sessions", 1L << 20));
        assertThat(SessionLimit.TYPE.check().problems(most, new LinkFacts(1000, 1514)))
                .isEmpty();
    }
}
