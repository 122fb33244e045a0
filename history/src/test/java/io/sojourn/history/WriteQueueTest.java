// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WriteQueueTest {
    private final FakeSink sink = new FakeSink();
    private final List<Line> refused = new ArrayList<>();
    private final WriteQueue queue = new WriteQueue(sink, (line, message) -> refused.add(line));

    @Test
    void aBatchHasFiveThousandPointsAtMost() throws Exception {
        queue.add(lines(5_001, 1));
        queue.drain();
        assertThat(sink.batchSizes).containsExactly(5_000, 1);
        assertThat(queue.written()).isEqualTo(5_001);
    }

    @Test
    void aBatchEndsBeforeItPassesItsBytes() throws Exception {
        int size = WriteQueue.BATCH_BYTES / 4;
        queue.add(lines(5, size - 1));
        queue.drain();
        assertThat(sink.batchSizes).containsExactly(4, 1);
    }

    @Test
    void aPointLargerThanABatchIsABatchOfItsOwn() throws Exception {
        queue.add(lines(2, WriteQueue.BATCH_BYTES));
        queue.drain();
        assertThat(sink.batchSizes).containsExactly(1, 1);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void everyGoodPointIsStoredInOrderAndEveryBadOneToldOnce(long seed) throws Exception {
        Random random = new Random(seed);
        int share = 1 + random.nextInt(200);
        List<Line> lines = lines(1 + random.nextInt(12_000), 3);
        sink.bad = line -> line.source().offset() % share == 0;
        sink.awayAfterWrites = 1 + random.nextInt(20);
        queue.add(lines);
        try {
            queue.drain();
        } catch (PointSink.Away away) {
            sink.away = false;
            queue.drain();
        }
        assertThat(sink.stored)
                .containsExactlyElementsOf(
                        lines.stream().filter(sink.bad.negate()).toList());
        assertThat(refused)
                .containsExactlyInAnyOrderElementsOf(
                        lines.stream().filter(sink.bad).toList());
        assertThat(queue.waiting()).isZero();
    }

    @Test
    void aBatchOfWhichNothingIsGoodIsNotHalved() throws Exception {
        sink.bad = line -> true;
        queue.add(lines(1_000, 3));
        queue.drain();
        assertThat(sink.batchSizes).containsExactly(1_000);
        assertThat(refused).hasSize(1_000);
    }

    @Test
    void oneBadPointOfFiveThousandCostsTwiceItsLogarithmMoreWrites() throws Exception {
        sink.bad = line -> line.source().offset() == 3_210;
        queue.add(lines(5_000, 3));
        queue.drain();
        assertThat(sink.batchSizes).hasSizeLessThanOrEqualTo(1 + 2 * 13);
        assertThat(refused).hasSize(1);
    }

    @Test
    void aStoreThatWasAwayIsPreparedAgain() throws Exception {
        queue.add(lines(1, 3));
        sink.away = true;
        assertThatThrownBy(queue::drain).isInstanceOf(PointSink.Away.class);
        assertThat(queue.waiting()).isEqualTo(1);
        sink.away = false;
        queue.drain();
        sink.away = true;
        queue.add(lines(1, 3));
        assertThatThrownBy(queue::drain).isInstanceOf(PointSink.Away.class);
        sink.away = false;
        queue.drain();
        assertThat(sink.prepared).isEqualTo(2);
    }

    @Test
    void forgottenPointsAreNotWritten() throws Exception {
        queue.add(lines(10, 3));
        queue.removeIf(line -> line.source().offset() < 4);
        queue.drain();
        assertThat(sink.stored).hasSize(6);
    }

    private static List<Line> lines(int count, int length) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Line("x".repeat(length), i, new Line.Source("t", 0, i)))
                .toList();
    }
}
