// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.measure.FlowObserver;
import io.sojourn.lab.measure.Recorder;
import io.sojourn.lab.net.Endpoint;
import io.sojourn.lab.net.EngineBox;
import io.sojourn.lab.net.Network;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.Headers;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.TcpSettings.Algorithm;
import io.sojourn.lab.plan.TcpSettings.Recovery;
import io.sojourn.lab.plan.Traffic;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A sender and a receiver over lines that lose, reorder and repeat packets in both directions. */
class LossyEndsTest {
    private static final long SEGMENTS = 3_000;
    private static final long PATIENCE_NANOS = 10_000_000_000_000_000L;

    /** What happened at the ends of one connection. */
    private static final class Ends implements FlowObserver {
        private final Network network;
        private final Random random;
        private final double repeatRatio;
        private final List<String> told = new ArrayList<>();
        private long sentFirst;
        private long delivered;
        private long acknowledged;
        private TcpSender sender;

        Ends(Recovery recovery, Algorithm algorithm, double lossRatio, double repeatRatio, long seed) {
            random = new Random(seed);
            this.repeatRatio = repeatRatio;
            TcpSettings settings = TcpSettings.linux(algorithm).withRecovery(recovery);
            Plan plan = plan(settings, lossRatio, seed);
            network = new Network(plan, new Recorder(plan), EngineBox::new);
            Endpoint toSender = (packet, nowNanos) -> repeated(() -> sender.receive(packet, nowNanos));
            Sending back =
                    new Sending(0, true, Headers.tcp(0), network.packets(), network.route(List.of("back"), toSender));
            TcpReceiver receiver = new TcpReceiver(settings, network.events(), back, this);
            Endpoint toReceiver = (packet, nowNanos) -> repeated(() -> receiver.receive(packet, nowNanos));
            Sending forward = new Sending(
                    0, false, Headers.tcp(0), network.packets(), network.route(List.of("there"), toReceiver));
            sender =
                    new TcpSender(settings, application(), network.events(), forward, this, new SplittableRandom(seed));
            sender.start(0);
        }

        private static Plan plan(TcpSettings settings, double lossRatio, long seed) {
            FlowPlan flow = new FlowPlan(
                    "tcp",
                    "tcp",
                    new Traffic.Bulk(settings, null),
                    List.of("there"),
                    List.of("back"),
                    Headers.tcp(0),
                    0,
                    Long.MAX_VALUE);
            return new Plan(seed, 1, 0, List.of(line("there", lossRatio), line("back", lossRatio)), List.of(flow));
        }

        private static HopPlan.Line line(String name, double lossRatio) {
            return new HopPlan.Line(
                    name,
                    new HopPlan.Conditions(50_000_000, 5_000_000, 8_000_000, lossRatio),
                    38,
                    1_000,
                    20_000,
                    false,
                    List.of());
        }

        private static Application application() {
            return new Application() {
                @Override
                public long segments(long nowNanos) {
                    return SEGMENTS;
                }

                @Override
                public long nextNanos(long nowNanos) {
                    return Long.MAX_VALUE;
                }
            };
        }

        private void repeated(Runnable receives) {
            receives.run();
            if (random.nextDouble() < repeatRatio) {
                receives.run();
            }
        }

        @Override
        public void sent(long number, boolean again, long nowNanos) {
            // Each number is new once, in order.
            assertThat(number < sentFirst).isEqualTo(again);
            sentFirst += again ? 0 : 1;
            assertThat(number).isLessThan(sentFirst);
            told.add(nowNanos + " " + number);
        }

        @Override
        public void delivered(long payloadBytes, long nowNanos) {
            delivered += payloadBytes;
        }

        @Override
        public void acknowledged(long number, long tookNanos, long nowNanos) {
            acknowledged++;
        }

        Ends run() {
            network.events().runUntil(PATIENCE_NANOS);
            return this;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "NEW_RENO, RENO,        0.00, 0.0", "NEW_RENO, RENO,        0.05, 0.1", "NEW_RENO, LINUX_CUBIC, 0.30, 0.3",
        "SACK,     RENO,        0.00, 0.0", "SACK,     RENO,        0.05, 0.1", "SACK,     CUBIC,       0.30, 0.3",
        "RACK,     RENO,        0.00, 0.0", "RACK,     LINUX_CUBIC, 0.05, 0.1", "RACK,     RENO,        0.30, 0.3",
        "RACK,     LINUX_CUBIC, 0.60, 0.5"
    })
    void everySegmentArrivesExactlyOnceWhateverIsLostReorderedOrRepeated(
            Recovery recovery, Algorithm algorithm, double lossRatio, double repeatRatio) {
        for (long seed = 1; seed <= 4; seed++) {
            Ends ends = new Ends(recovery, algorithm, lossRatio, repeatRatio, seed).run();
            assertThat(ends.sentFirst).isEqualTo(SEGMENTS);
            assertThat(ends.delivered).isEqualTo(SEGMENTS * 1_448);
            assertThat(ends.acknowledged).isEqualTo(SEGMENTS);
            // Nothing is sent any more, no timer rings: all packets are back.
            assertThat(ends.network.packets().underWay()).isZero();
            assertThat(ends.network.events().nextNanos()).isEqualTo(Long.MAX_VALUE);
        }
    }

    @ParameterizedTest
    @CsvSource({"NEW_RENO", "SACK", "RACK"})
    void sameSeedSendsTheSameAtTheSameTimesAndAnotherSeedDoesNot(Recovery recovery) {
        List<String> first = new Ends(recovery, Algorithm.RENO, 0.1, 0.1, 7).run().told;
        assertThat(new Ends(recovery, Algorithm.RENO, 0.1, 0.1, 7).run().told).isEqualTo(first);
        assertThat(new Ends(recovery, Algorithm.RENO, 0.1, 0.1, 8).run().told).isNotEqualTo(first);
    }
}
