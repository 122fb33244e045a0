// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.lab.plan.TcpSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScoreboardTest {
    private static Scoreboard sent(int segments) {
        var board = new Scoreboard(TcpSettings.WINDOW_LIMIT_SEGMENTS);
        for (int i = 0; i < segments; i++) {
            board.sendNew(i);
        }
        return board;
    }

    private static List<Long> lost(Scoreboard board) {
        return LongStream.range(board.unacknowledged(), board.next())
                .filter(board::isLost)
                .boxed()
                .toList();
    }

    @Test
    void segmentIsLostWhenThreeLaterOnesAreSacked() {
        Scoreboard board = sent(6);
        board.sack(2);
        board.sack(4);
        board.markByLaterSacks();
        assertThat(board.lost()).isZero();
        board.sack(5);
        board.markByLaterSacks();
        assertThat(lost(board)).containsExactly(0L, 1L);
        assertThat(board.pipe()).isEqualTo(1);
        assertThat(board.firstLost()).isZero();
    }

    @Test
    void resentSegmentIsNotLostAgainByLaterSacks() {
        Scoreboard board = sent(8);
        LongStream.of(1, 2, 3).forEach(board::sack);
        board.markByLaterSacks();
        board.resend(0, 10);
        LongStream.of(4, 5, 6, 7).forEach(board::sack);
        board.markByLaterSacks();
        assertThat(board.lost()).isZero();
        assertThat(board.pipe()).isEqualTo(1);
        board.markAllLost();
        assertThat(lost(board)).containsExactly(0L);
        assertThat(board.pipe()).isZero();
    }

    @Test
    void sackOfALostSegmentTakesTheLossBack() {
        Scoreboard board = sent(4);
        board.markAllLost();
        assertThat(board.sack(1)).isTrue();
        assertThat(board.sack(1)).isFalse();
        assertThat(board.sack(4)).isFalse();
        assertThat(lost(board)).containsExactly(0L, 2L, 3L);
        board.acknowledgeFirst();
        assertThat(board.firstLost()).isEqualTo(2);
        assertThat(board.sack(0)).isFalse();
    }

    @Test
    void lossesThatWereNoneAreInFlightAgain() {
        Scoreboard board = sent(6);
        board.sack(2);
        board.markAllLost();
        board.resend(0, 10);
        board.forgetLosses();
        assertThat(board.lost()).isZero();
        assertThat(lost(board)).isEmpty();
        assertThat(board.pipe()).isEqualTo(5);
    }

    @Test
    void highestArrivedIsOfSacksAndAcknowledgments() {
        Scoreboard board = sent(6);
        assertThat(board.highestArrived()).isEqualTo(-1);
        board.acknowledgeFirst();
        assertThat(board.highestArrived()).isZero();
        board.sack(4);
        board.acknowledgeFirst();
        assertThat(board.highestArrived()).isEqualTo(4);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void countsAgreeWithAPlainBookOfStatesWhateverHappens(long seed) {
        var random = new Random(seed);
        var board = new Scoreboard(TcpSettings.WINDOW_LIMIT_SEGMENTS);
        var book = new TreeMap<Long, String>();
        for (int step = 0; step < 5_000; step++) {
            long pick = board.unacknowledged() + random.nextInt(Math.max(1, board.outstanding()));
            switch (random.nextInt(8)) {
                case 0, 1, 2 -> {
                    if (board.outstanding() < 200) {
                        book.put(board.sendNew(step), "flight");
                    }
                }
                case 3, 4 -> {
                    if (board.sack(pick)) {
                        book.put(pick, "sacked");
                    }
                }
                case 5 -> {
                    if (board.lost() > 0) {
                        book.put(board.firstLost(), "resent");
                        board.resend(board.firstLost(), step);
                    }
                }
                case 6 -> {
                    board.markByLaterSacks();
                    markPlainly(book);
                }
                default -> {
                    if (board.outstanding() > 0 && random.nextInt(3) == 0) {
                        book.remove(board.unacknowledged());
                        board.acknowledgeFirst();
                    }
                }
            }
            assertThat(board.lost()).isEqualTo(count(book, "lost"));
            assertThat(board.sacked()).isEqualTo(count(book, "sacked"));
            assertThat(board.pipe()).isEqualTo(count(book, "flight") + count(book, "resent"));
            assertThat(board.resent()).isEqualTo(count(book, "resent"));
        }
    }

    /** RFC 6675's IsLost, word for word. */
    private static void markPlainly(NavigableMap<Long, String> book) {
        for (long segment : new ArrayList<>(book.keySet())) {
            long laterSacked = book.tailMap(segment, false).values().stream()
                    .filter("sacked"::equals)
                    .count();
            if ("flight".equals(book.get(segment)) && laterSacked >= 3) {
                book.put(segment, "lost");
            }
        }
    }

    private static int count(Map<Long, String> book, String state) {
        return (int) book.values().stream().filter(state::equals).count();
    }
}
