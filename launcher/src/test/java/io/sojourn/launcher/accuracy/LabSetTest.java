// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.sojourn.engine.DropCause;
import io.sojourn.lab.measure.FlowObserver;
import io.sojourn.lab.measure.HopObserver;
import io.sojourn.lab.measure.Observers;
import io.sojourn.launcher.labnode.LabCapture;
import io.sojourn.launcher.process.Input;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import io.sojourn.telemetry.SketchBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LabSetTest {
    private static final long MILLI = 1_000_000;

    @TempDir
    private Path folder;

    @Test
    void sameSeedDrawsTheSameAndAnotherSeedOthers() {
        List<String> names = names(new LabSet(1, 30));

        assertThat(names(new LabSet(1, 30))).isEqualTo(names);
        assertThat(names(new LabSet(2, 30))).doesNotContainAnyElementsOf(names);
        assertThat(new LabSet(1, 30).cases()).extracting(LabelledCase::view).contains("node", "sender", "receiver");
        assertThat(new LabSet(1, 30).cases()).extracting(LabelledCase::kind).contains("policer", "fifo", "managed");
    }

    @Test
    void noPolicerIsNamedThatIsNotThere() throws InterruptedException {
        List<Answer> answers = new ArrayList<>();
        for (LabelledCase labelled : new LabSet(3, 18).cases()) {
            answers.addAll(Examiner.ask(labelled));
        }

        assertThat(answers)
                .filteredOn(answer -> answer.cause() == Cause.POLICED)
                .isNotEmpty()
                .noneMatch(Answer::isFalseAlarm);
        assertThat(answers).filteredOn(Answer::isRight).hasSizeGreaterThan(9);
    }

    @ParameterizedTest
    @ValueSource(ints = {7, 28, 58})
    void captureAtTheSenderShowsWhatTheSendersDidAndMeasured(int index) throws IOException, InterruptedException {
        LabDraw draw = LabDraw.of(1, index);
        Seen seen = new Seen();
        Path file = folder.resolve("lab.pcap");
        LabCapture.write(draw.plan(), Set.of(LabDraw.THERE, LabDraw.BACK), 0, seen, 1_700_000_000_000L, file);
        Counted counted = new Counted();
        var unused = new Input(file, false).read(counted);

        assertThat(seen.resent).isPositive();
        // At the end some are between the host and the place: less than 2 ms of them.
        assertThat(counted.dataPackets).isCloseTo(seen.sent, within(50L));
        assertThat(counted.resent).isCloseTo(seen.resent, within(10L));
        double medianMicros = seen.rttMicros.build().quantile(0.5).orElseThrow();
        assertThat(counted.rttMicros.build().quantile(0.5).orElseThrow())
                .isCloseTo(medianMicros, within(0.03 * medianMicros + 100));
    }

    @Test
    void truthIsWhatHappenedAtTheBoxAndBehindIt() {
        LabTruth policed = new LabTruth(draw("policer"));
        HopObserver box = policed.hop(LabDraw.BOX);
        pass(box, 1_000, 0);
        assertThat(policed.truth().withLoss().right()).containsExactly(Cause.HEALTHY);
        drop(box, 15);
        assertThat(policed.truth().withLoss().right()).containsExactly(Cause.POLICED);
        assertThat(policed.truth().rateBitsPerSecond()).isPositive();

        LabTruth standing = new LabTruth(draw("fifo"));
        pass(standing.hop(LabDraw.BOX), 1_000, 80 * MILLI);
        drop(standing.hop(LabDraw.BOX), 50);
        assertThat(standing.truth().withLoss().right())
                .contains(Cause.BUFFERBLOAT)
                .doesNotContain(Cause.UNDERSIZED_QUEUE);
        assertThat(standing.truth().withLoss().possible()).contains(Cause.UNDERSIZED_QUEUE);

        LabTruth lossy = new LabTruth(draw("managed"));
        pass(lossy.hop(LabDraw.BOX), 1_000, 0);
        for (int i = 0; i < 15; i++) {
            lossy.hop(LabDraw.LOSSY).lost(0, i);
        }
        assertThat(lossy.truth().withLoss().right()).containsExactly(Cause.RANDOM_LOSS);
        assertThat(lossy.truth().rateBitsPerSecond()).isNull();
    }

    private static LabDraw draw(String kind) {
        for (int index = 0; ; index++) {
            LabDraw draw = LabDraw.of(1, index);
            if (draw.kind().equals(kind) && !draw.hasSmallWindows()) {
                return draw;
            }
        }
    }

    private static void pass(HopObserver box, int packets, long sojournNanos) {
        for (int i = 0; i < packets; i++) {
            box.offered(0, 1_500, i * MILLI);
            box.sent(0, 1_500, sojournNanos, i * MILLI);
        }
    }

    private static void drop(HopObserver box, int packets) {
        for (int i = 0; i < packets; i++) {
            box.offered(0, 1_500, i * MILLI);
            box.dropped(0, DropCause.TAIL, i * MILLI);
        }
    }

    private static List<String> names(LabSet set) {
        // Without the seed and the number, that a name begins with.
        return set.cases().stream()
                .map(labelled -> labelled.name().substring(labelled.name().indexOf(' ')))
                .toList();
    }

    /** What the senders know. */
    private static final class Seen implements Observers {
        private final SketchBuilder rttMicros = new SketchBuilder();
        private long sent;
        private long resent;

        @Override
        public FlowObserver flow(int flow) {
            return new FlowObserver() {
                @Override
                public void sent(long number, boolean again, long nowNanos) {
                    sent += number >= 0 ? 1 : 0;
                    resent += number >= 0 && again ? 1 : 0;
                }

                @Override
                public void rtt(long rttNanos, long nowNanos) {
                    rttMicros.add(rttNanos / 1_000);
                }
            };
        }

        @Override
        public HopObserver hop(String name) {
            return HopObserver.NONE;
        }
    }

    /** What the capture tells. */
    private static final class Counted implements SampleSink {
        private final SketchBuilder rttMicros = new SketchBuilder();
        private long dataPackets;
        private long resent;

        @Override
        public void batch(SampleBatch batch) {
            for (QueueSample queue : batch.queues()) {
                dataPackets += queue.dataPackets() == null ? 0 : queue.dataPackets();
                resent += queue.retransmittedPackets() == null ? 0 : queue.retransmittedPackets();
                rttMicros.add(queue.rttMicros());
            }
        }

        @Override
        public void reject(Reject reject) {
            throw new AssertionError(reject.line());
        }
    }
}
