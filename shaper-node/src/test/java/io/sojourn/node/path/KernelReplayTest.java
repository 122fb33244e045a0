// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.sojourn.node.path.KernelReplay.Comparison;
import io.sojourn.node.path.RecordedCrossings.Crossing;
import io.sojourn.node.path.Standstills.Standstill;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The engine beside the traffic control of a Linux 6.18 kernel: the packets that recorded boxes were given, at their
 * times, go through the same disciplines of the engine. Prints the rows of docs/82-engine-against-the-kernel.md.
 *
 * <p>Packet times are known to a microsecond where they were captured. Between the captures lies a wire in user space that
 * delays each packet by a fixed time and up to some milliseconds more, which no comparison can see through.
 */
class KernelReplayTest {
    /** Of the packets offered: differences in the number sent and in the number dropped. */
    private static final double COUNT_TOLERANCE = 0.01;

    /** Captures begin and end a packet or two before or after the kernel's counting. */
    private static final int FEW_PACKETS = 2;

    private static final long MEDIAN_LIMIT_NANOS = 2_000_000;

    static Stream<RecordedBox> boxes() {
        return RecordedBox.all();
    }

    static Stream<RecordedBox> boxesOfExamples() {
        return RecordedBox.all()
                .filter(box -> Files.isReadable(folderOfExample(box).resolve(box.from().before)));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("boxes")
    void engineSendsAndDropsAsManyPacketsAsTheKernelAndAtItsTimes(RecordedBox box) throws IOException {
        Path folder = TestData.shared().orElse(Path.of("")).resolve("rig/data").resolve(box.run());
        assumeTrue(Files.isReadable(folder.resolve(box.from().behind)), "no recorded runs beside the project");
        List<Crossing> crossings = crossings(folder, box, true);

        Comparison asRecorded = replay(box, crossings, List.of());
        System.out.println(asRecorded.row(box.run(), box.what()));
        assertCountsOf(asRecorded, KernelCounters.read(folder, box));

        List<Standstill> standstills = Standstills.find(crossings, box);
        Comparison comparison = standstills.isEmpty() ? asRecorded : replay(box, crossings, standstills);
        if (!standstills.isEmpty()) {
            System.out.println(comparison.row(box.run(), Standstills.lost(standstills, box)));
        }
        assertCountsOf(comparison, KernelCounters.read(folder, box));
        assertThat(Math.abs(comparison.engineDropped() - comparison.kernelDropped()))
                .isLessThanOrEqualTo(FEW_PACKETS + (int) (COUNT_TOLERANCE * comparison.kernelDropped()));
        assertThat(comparison.p50Nanos()).isLessThan(MEDIAN_LIMIT_NANOS);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("boxesOfExamples")
    void engineSendsAndDropsAsManyPacketsAsTheKernelCountedInARunOfTheProject(RecordedBox box) throws IOException {
        List<Crossing> crossings = crossings(folderOfExample(box), box, false);
        KernelCounters kernel = KernelCounters.read(folderOfExample(box), box);
        int sent = KernelReplay.of(box, crossings, List.of()).sent();
        assertNear(sent, kernel.sentPackets(), kernel);
        assertNear(crossings.size() - sent, kernel.droppedPackets(), kernel);
    }

    @Test
    void boxThatStoodStillForTenMillisecondsIsFoundWithWhatItLost() {
        // 10 000 bytes a packet, 1 ms each at 80 Mbit/s; from 50 ms on the box stands still until 60, then sends on.
        List<Crossing> crossings = Stream.iterate(0, i -> i < 100, i -> i + 1)
                .map(i -> new Crossing(0, 5_000_000 + (i < 50 ? i : i + 10) * 1_000_000L, 10_000, 17, 1))
                .toList();
        assertThat(Standstills.find(crossings, 5_000_000, 80_000_000, 20_000))
                .containsExactly(new Standstill(48_000_000, 60_000_000));
    }

    @Test
    void wireThatStoodStillIsNotTakenForTheBox() {
        List<Crossing> crossings = Stream.iterate(0, i -> i < 100, i -> i + 1)
                .map(i -> new Crossing(0, 5_000_000 + (i < 50 || i > 60 ? i : 60) * 1_000_000L, 10_000, 17, 1))
                .toList();
        assertThat(Standstills.find(crossings, 5_000_000, 80_000_000, 20_000)).isEmpty();
    }

    private static List<Crossing> crossings(Path folder, RecordedBox box, boolean both) throws IOException {
        Path behind = both ? folder.resolve(box.from().behind) : null;
        return box.passing(RecordedCrossings.read(folder.resolve(box.from().before), behind, box.from().network));
    }

    private static Comparison replay(RecordedBox box, List<Crossing> crossings, List<Standstill> standstills) {
        return KernelReplay.of(box, crossings, standstills).compare();
    }

    private static void assertCountsOf(Comparison engine, KernelCounters kernel) {
        assertNear(engine.engineSent(), kernel.sentPackets(), kernel);
        assertNear(engine.engineDropped(), kernel.droppedPackets(), kernel);
        assertNear(engine.kernelSent(), kernel.sentPackets(), kernel);
    }

    private static void assertNear(long engine, long counted, KernelCounters kernel) {
        assertThat(Math.abs(engine - counted)).isLessThanOrEqualTo((long) (COUNT_TOLERANCE * kernel.offeredPackets()));
    }

    private static Path folderOfExample(RecordedBox box) {
        return TestData.examples().resolve(box.run());
    }
}
