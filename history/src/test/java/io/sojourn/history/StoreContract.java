// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.telemetry.FindingState;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.Outcome;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Wire;
import io.sojourn.testkit.Windows;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * What every store has to do, on a real one. One server for all tests; each uses a node of its own.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class StoreContract {
    private static final long T0 = Records.T0;
    private static final long DAY = 86_400_000;

    private static final List<String> NAMES = List.of(
            "wan0/bulk",
            "a b",
            "a,b=c",
            "it's",
            "\"quoted\"",
            "a>b:443",
            "ends in \\",
            "\\n",
            "line\nfeed",
            "50 %",
            "é漢\uD83D\uDE00",
            "' OR '1'='1",
            "'; DROP TABLE queue_window; --",
            "\\' OR 1=1 --",
            "$node",
            "#y",
            "y\t",
            " lead",
            "\\\\",
            "\"; DROP DATABASE sojourn; --",
            "trail ",
            "%5C",
            "?&+",
            "NaN",
            "null",
            "1i");

    private final List<Line> refused = new ArrayList<>();
    private TestServer server;
    private ClientSink sink;
    private WriteQueue queue;
    private HistoryReader reader;

    abstract TestServer server() throws Exception;

    @BeforeAll
    void startServer() throws Exception {
        server = server();
        server.start();
        Store store = Store.of(server.config());
        sink = new ClientSink(server.config(), store::prepare);
        queue = new WriteQueue(sink, (line, message) -> refused.add(line));
        reader = History.reader(server.config());
        nothingIsThereBeforeTheFirstWrite();
        store.prepare();
    }

    @AfterAll
    void stopServer() throws Exception {
        if (server != null) {
            if (sink != null) {
                sink.close();
            }
            server.remove();
        }
    }

    private void nothingIsThereBeforeTheFirstWrite() {
        assertThat(reader.queues()).isEmpty();
        assertThat(reader.findings(QueueFilter.all(10))).isEmpty();
        assertThat(reader.rejects(10)).isEmpty();
    }

    @Test
    void windowsComeBackAsTheyWereWithAndWithoutTheirOptionalParts() throws Exception {
        QueueWindow full = Records.window("round", "q", 10_000, T0);
        QueueWindow bare = Records.bareWindow("round", "q", 10_000, T0 + 10_000);
        write(full, bare, Records.window("round", "q", 1_000, T0), Records.window("round", "other", 10_000, T0));
        assertThat(reader.windows("round", "q", 10_000, T0, T0 + DAY, 100)).containsExactly(full, bare);
    }

    @Test
    void windowsOfParentsAreKeptAndAreNoQueues() throws Exception {
        write(Records.window(Scope.NODE, "parent", "node", 10_000, T0));
        write(Records.window(Scope.SITE, "site", "parent", 10_000, T0));
        assertThat(reader.windows("parent", "node", 10_000, T0, T0 + DAY, 10)).isEmpty();
        assertThat(reader.queues()).noneMatch(status -> status.node().equals("parent"));
    }

    @Test
    void theTimeRangeIncludesItsStartAndNotItsEndAndTheNewestAreKept() throws Exception {
        List<QueueWindow> windows = LongStream.range(0, 10)
                .mapToObj(i -> Records.window("range", "q", 1_000, T0 + i * 1_000))
                .toList();
        write(windows.toArray(Record[]::new));
        assertThat(reader.windows("range", "q", 1_000, T0 + 2_000, T0 + 5_000, 100))
                .containsExactlyElementsOf(windows.subList(2, 5));
        assertThat(reader.windows("range", "q", 1_000, T0 + 2_001, T0 + 5_001, 100))
                .containsExactlyElementsOf(windows.subList(3, 6));
        assertThat(reader.windows("range", "q", 1_000, T0, T0 + DAY, 3))
                .containsExactlyElementsOf(windows.subList(7, 10));
        assertThat(reader.windows("range", "q", 1_000, Long.MIN_VALUE, Long.MAX_VALUE, 100))
                .hasSize(10);
        assertThatThrownBy(() -> reader.windows("range", "q", 1_000, 5, 5, 1)).hasMessageContaining("fromMillis=5");
    }

    @Test
    void aRecordWrittenTwiceIsOneRow() throws Exception {
        QueueWindow window = Records.window("twice", "q", 1_000, T0);
        FlowWindow flows = Records.flows("twice", "q", T0, 3);
        Record reject = Records.reject("twice", T0);
        for (int i = 0; i < 3; i++) {
            write(window, flows, reject, Records.setting("twice", "q", 1, T0));
        }
        assertThat(reader.windows("twice", "q", 1_000, T0, T0 + DAY, 100)).containsExactly(window);
        assertThat(reader.flowWindows("twice", "q", 10_000, T0, T0 + DAY, 100)).containsExactly(flows);
        assertThat(reader.settings("twice", "q")).hasSize(1);
        assertThat(reader.rejects(100).stream().filter(reject::equals)).hasSize(1);
    }

    @Test
    void rejectsOfOneMillisecondAreAllKept() throws Exception {
        List<Record> rejects = IntStream.range(0, 50)
                .mapToObj(i -> (Record) Records.reject("same-ms-" + i, T0 + 7))
                .toList();
        write(rejects.toArray(Record[]::new));
        assertThat(reader.rejects(1_000))
                .containsAll(rejects.stream()
                        .map(r -> (io.sojourn.telemetry.Reject) r)
                        .toList());
        assertThat(reader.rejects(2)).hasSize(2);
    }

    @Test
    void theLatestVersionOfAFindingIsReadAlsoWhenTwoShareAMillisecond() throws Exception {
        var opened = Records.finding("latest", "q", FindingState.OPENED, 1, T0, T0);
        var updated = Records.finding("latest", "q", FindingState.UPDATED, 2, T0, T0 + 10_000);
        var again = Records.finding("latest", "q", FindingState.UPDATED, 3, T0, T0 + 10_000);
        write(again, opened, updated);
        assertThat(reader.findings(QueueFilter.of("latest", "q", 10))).containsExactly(again);
        assertThat(reader.findings(QueueFilter.of("latest", "q", 10).open())).containsExactly(again);
    }

    @Test
    void aFindingThatClosesAsItsSuccessorOpensLeavesOneOpen() throws Exception {
        var first = Records.finding("next", "q", FindingState.OPENED, 1, T0, T0);
        var closed = Records.finding("next", "q", FindingState.CLOSED, 1_001, T0, T0 + 60_000);
        var second = Records.finding("next", "q", FindingState.OPENED, 1, T0 + 60_000, T0 + 60_000);
        write(first, closed, second);
        assertThat(reader.findings(QueueFilter.of("next", "q", 10))).containsExactlyInAnyOrder(second, closed);
        assertThat(reader.findings(QueueFilter.of("next", "q", 10).open())).containsExactly(second);
        var end = Records.finding("next", "q", FindingState.CLOSED, 2, T0 + 60_000, T0 + 70_000);
        write(end);
        assertThat(reader.findings(QueueFilter.of("next", null, 10).open())).isEmpty();
        assertThat(reader.findings(new QueueFilter("next", null, false, 1))).containsExactly(end);
    }

    @Test
    void aQueueShowsItsNewestTenSecondWindowAndItsOpenFinding() throws Exception {
        QueueWindow newest = Records.window("status", "q", 10_000, T0 + 10_000);
        var finding = Records.finding("status", "q", FindingState.UPDATED, 2, T0, T0 + 20_000);
        QueueWindow second = Records.window("status", "only-1s", 1_000, T0);
        write(
                Records.window("status", "q", 10_000, T0),
                newest,
                Records.window("status", "q", 1_000, T0 + 90_000),
                Records.window("status", "q", 60_000, T0 + 60_000),
                second,
                Records.finding("status", "q", FindingState.OPENED, 1, T0, T0),
                finding,
                Records.finding("status", "no-window", FindingState.OPENED, 1, T0, T0));
        List<QueueStatus> statuses = reader.queues().stream()
                .filter(status -> status.node().equals("status"))
                .toList();
        assertThat(statuses)
                .containsExactly(
                        new QueueStatus(
                                "status",
                                "no-window",
                                null,
                                Records.finding("status", "no-window", FindingState.OPENED, 1, T0, T0)),
                        new QueueStatus("status", "only-1s", second, null),
                        new QueueStatus("status", "q", newest, finding));
    }

    @Test
    void aRecommendationIsReadInItsLatestStateAndFoundByItsId() throws Exception {
        var proposed = Records.recommendation("r 'one'\\", "rec", "q", RecommendationState.PROPOSED, 1, T0);
        var approved = Records.recommendation("r 'one'\\", "rec", "q", RecommendationState.APPROVED, 2, T0);
        var other = Records.recommendation("r2", "rec", "q", RecommendationState.PROPOSED, 1, T0 + 1);
        write(approved, proposed, other);
        assertThat(reader.recommendations(QueueFilter.of("rec", "q", 10))).containsExactly(other, approved);
        assertThat(reader.recommendations(QueueFilter.of("rec", "q", 10).open()))
                .containsExactly(other);
        assertThat(reader.recommendation("r 'one'\\")).contains(approved);
        assertThat(reader.recommendation("r")).isEmpty();
    }

    @Test
    void settingsAndWhatBecameOfThemComeNewestFirst() throws Exception {
        var first = Records.setting("set", "q", 1, T0);
        var second = Records.setting("set", "q", 2, T0);
        var applied = Records.applied("set", "q", 1, Outcome.APPLIED, T0 + 5);
        var refused2 = Records.applied("set", "q", 2, Outcome.REFUSED, T0 + 6);
        write(second, first, refused2, applied);
        assertThat(reader.settings("set", "q")).containsExactly(second, first);
        assertThat(reader.appliedSettings("set", "q")).containsExactly(refused2, applied);
    }

    @Test
    void anIncidentIsOpenUntilItsEndIsWritten() throws Exception {
        var open = Records.incident("inc", "q", true, T0);
        var later = Records.incident("inc", "q", true, T0 + DAY);
        write(open);
        assertThat(reader.incidents(QueueFilter.of("inc", "q", 10).open())).containsExactly(open);
        var closed = Records.incident("inc", "q", false, T0);
        write(closed);
        assertThat(reader.incidents(QueueFilter.of("inc", "q", 10).open())).isEmpty();
        write(later);
        assertThat(reader.incidents(QueueFilter.of("inc", "q", 10))).containsExactly(later, closed);
        assertThat(reader.incidents(QueueFilter.of("inc", "q", 10).open())).containsExactly(later);
    }

    @Test
    void aNameOfAnyCharactersFindsItsOwnRowsAndNoOthers() throws Exception {
        List<Record> records = new ArrayList<>();
        for (String name : NAMES) {
            records.add(Records.window("names", name, 1_000, T0));
            records.add(Records.window("names", name + "x", 1_000, T0));
            records.add(Records.window(name, "names", 1_000, T0));
            records.add(Records.finding("names", name, FindingState.OPENED, 1, T0, T0));
        }
        write(records.toArray(Record[]::new));
        List<QueueStatus> statuses = reader.queues();
        for (String name : NAMES) {
            QueueWindow window = Records.window("names", name, 1_000, T0);
            var finding = Records.finding("names", name, FindingState.OPENED, 1, T0, T0);
            assertThat(reader.windows("names", name, 1_000, T0, T0 + DAY, 100))
                    .as(name)
                    .containsExactly(window);
            assertThat(reader.windows(name, "names", 1_000, T0, T0 + DAY, 100))
                    .as(name)
                    .containsExactly(Records.window(name, "names", 1_000, T0));
            assertThat(reader.findings(QueueFilter.of("names", name, 10).open()))
                    .as(name)
                    .containsExactly(finding);
            assertThat(statuses).as(name).contains(new QueueStatus("names", name, window, finding));
        }
    }

    @Test
    void injectedTextIsOnlyATextThatNoQueueBears() throws Exception {
        write(Records.window("victim", "q", 1_000, T0));
        for (String attack : List.of("q' OR '1'='1", "q'; DROP TABLE queue_window; --", "q\\' OR \\'1\\'=\\'1")) {
            assertThat(reader.windows("victim", attack, 1_000, T0, T0 + DAY, 100))
                    .isEmpty();
            assertThat(reader.recommendation(attack)).isEmpty();
        }
        assertThat(reader.windows("victim", "q", 1_000, T0, T0 + DAY, 100)).hasSize(1);
    }

    @Test
    void noDataIsAnEmptyList() {
        assertThat(reader.windows("nobody", "q", 1_000, T0, T0 + DAY, 100)).isEmpty();
        assertThat(reader.flowWindows("nobody", "q", 1_000, T0, T0 + DAY, 100)).isEmpty();
        assertThat(reader.findings(QueueFilter.of("nobody", "q", 10))).isEmpty();
        assertThat(reader.findings(QueueFilter.of("nobody", "q", 10).open())).isEmpty();
        assertThat(reader.recommendations(QueueFilter.of("nobody", "q", 10))).isEmpty();
        assertThat(reader.recommendation("none")).isEmpty();
        assertThat(reader.settings("nobody", "q")).isEmpty();
        assertThat(reader.appliedSettings("nobody", "q")).isEmpty();
        assertThat(reader.incidents(QueueFilter.of("nobody", "q", 10))).isEmpty();
    }

    @Test
    void aPointWhoseTypeIsWrongIsRefusedAloneAndTheOthersAreStored() throws Exception {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            lines.addAll(Lines.of(Records.window("types", "q", 1_000, T0 + i * 1_000L), new Line.Source("t", 0, i)));
        }
        Line good = lines.get(42);
        lines.set(
                42,
                new Line(good.text().replaceFirst("sent_packets=950i", "sent_packets=\"many\""), T0, good.source()));
        lines.set(77, new Line("no line at all", T0, lines.get(77).source()));
        refused.clear();
        queue.add(lines);
        queue.drain();
        awaitApplied();
        assertThat(refused).extracting(line -> line.source().offset()).containsExactlyInAnyOrder(42L, 77L);
        assertThat(reader.windows("types", "q", 1_000, T0, T0 + DAY, 1_000)).hasSize(98);
    }

    @Test
    void aWindowWithLargeSketchesComesBackWhole() throws Exception {
        long[] wide =
                LongStream.range(0, 600).map(i -> (long) Math.pow(1.04, i)).toArray();
        QueueWindow large = Windows.queue("large", "q")
                .start(T0)
                .sojournMicros(wide)
                .sojournFloorMicros(wide)
                .rttMicros(wide)
                .rttFloorMicros(wide)
                .pdvMicros(wide)
                .tokensAtLossBytes(wide)
                .build();
        assertThat(Wire.text(large).length()).isGreaterThan(70_000);
        write(large);
        assertThat(reader.windows("large", "q", 1_000, T0, T0 + DAY, 10)).containsExactly(large);
    }

    @Test
    void whatWasWrittenBeforeAStopIsThereAfterItAndWhatWaitedIsWritten() throws Exception {
        QueueWindow before = Records.window("away", "q", 1_000, T0);
        QueueWindow after = Records.window("away", "q", 1_000, T0 + 1_000);
        write(before);
        server.stop();
        queue.add(Lines.of(after, new Line.Source("t", 0, 0)));
        assertThatThrownBy(queue::drain).isInstanceOf(PointSink.Away.class);
        assertThat(queue.waiting()).isEqualTo(1);
        assertThatThrownBy(reader::check).isInstanceOf(HistoryException.class).hasMessageContaining("does not answer");
        server.start();
        queue.drain();
        awaitApplied();
        assertThat(reader.windows("away", "q", 1_000, T0, T0 + DAY, 10)).containsExactly(before, after);
        reader.check();
    }

    private void write(Record... records) throws Exception {
        List<Line> lines = new ArrayList<>();
        for (Record record : records) {
            lines.addAll(Lines.of(record, new Line.Source("contract", 0, 0)));
        }
        queue.add(lines);
        refused.clear();
        queue.drain();
        assertThat(refused).isEmpty();
        awaitApplied();
    }

    private void awaitApplied() {
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(10))
                .until(reader::isCaughtUp);
    }

    HistoryConfig config() {
        return server.config();
    }
}
