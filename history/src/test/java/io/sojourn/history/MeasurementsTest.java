// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.telemetry.FindingState;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Wire;
import io.sojourn.testkit.TestData;
import java.nio.file.Files;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MeasurementsTest {
    private static final Line.Source SOURCE = new Line.Source("sojourn.windows", 0, 7);

    @Test
    void countersAreWholeRatiosAreFractionsAndTheRecordIsThere() {
        Line line = one(Records.window("edge 1", "wan0/bulk", 10_000, Records.T0));
        assertThat(line.text())
                .startsWith("queue_window,discipline=POLICER,node=edge\\ 1,queue=wan0/bulk,w=10s ")
                .contains("sent_packets=950i", "dropped_policed_packets=30i", "drop_ratio=0.05,", "rtt_sum_ms=400.0,")
                .contains("rate_bps=20000000i", "sojourn_count=200i", "covered_ms=10000")
                .endsWith(" " + Records.T0 + "000000");
    }

    @Test
    void figuresAreFractionsAndAGradeIsAWord() {
        String text = one(Records.window("n", "q", 10_000, Records.T0)).text();
        assertThat(text)
                .contains("coverage_ratio=0.5,", "queue_count=1i", "expected_queue_count=2i", "committed_bps=10000000i")
                .contains("backlog_mean_packets=4.0,", "dropped_policed_ratio=0.03,", "sent_pps=95.0,")
                .contains("base_rtt_ms=20.0,", "rtt_increase_ms=5.0,", "ipdv_max_ms=5.0,", "bloat_grade=\"B\"")
                .contains("pseudo_rpm=1200.0,", "quality_video_call=70.0,", "above_80_ratio=0.08,");
    }

    @Test
    void percentileOfTooFewValuesHasNoField() {
        String text = one(Records.window("n", "q", 10_000, Records.T0)).text();
        assertThat(text)
                .contains("rtt_count=20i", "rtt_p50_ms=20.", "sojourn_p95_ms=2.")
                .doesNotContain("rtt_p95_ms", "sojourn_p99_ms");
    }

    @Test
    void parentHasItsScopeAndItsName() {
        assertThat(key(Scope.LINK, "core", "up0")).isEqualTo("scope_window,name=core/up0,scope=link,w=1m");
        assertThat(key(Scope.NODE, "core", "node")).isEqualTo("scope_window,name=core,scope=node,w=1m");
        assertThat(key(Scope.SITE, "site", "lab")).isEqualTo("scope_window,name=lab,scope=site,w=1m");
        assertThat(key(Scope.SUBSCRIBER, "subscriber", "acme"))
                .isEqualTo("scope_window,name=acme,scope=subscriber,w=1m");
        assertThat(key(Scope.GROUP, "group", "gold")).isEqualTo("scope_window,name=gold,scope=group,w=1m");
    }

    private static String key(Scope scope, String node, String queue) {
        String text =
                one(Records.window(scope, node, queue, 60_000, Records.T0)).text();
        return text.substring(0, text.indexOf(' '));
    }

    @Test
    void whatIsNullHasNoField() {
        String text = one(Records.bareWindow("n", "q", 1_000, Records.T0)).text();
        // The record itself names what it lacks.
        String fields = text.replace("\\\"", "").replaceFirst("json=\"[^\"]*\"", "");
        assertThat(fields).contains("coverage_ratio=0.0");
        assertThat(fields.replace("coverage_ratio", ""))
                .doesNotContain(
                        "ratio",
                        "quality",
                        "grade",
                        "_mean_",
                        "_bps",
                        "jitter",
                        "p50",
                        "p95",
                        "_sum_",
                        "_min_",
                        "_max_",
                        "active_flow")
                .contains("sojourn_count=0i", "sent_packets=0i");
    }

    @ParameterizedTest
    @CsvSource({"1000,1s", "10000,10s", "60000,1m", "300000,5m", "3600000,1h", "1500,1500ms"})
    void windowSizesAreTagsAsPeopleWriteThem(long sizeMillis, String tag) {
        assertThat(Measurements.windowTag(sizeMillis)).isEqualTo(tag);
    }

    @Test
    void versionsOfOneMillisecondAreAMicrosecondApartAndIdsNanoseconds() {
        long v1 = nanos(Records.finding("n", "q", FindingState.UPDATED, 1, Records.T0, Records.T0 + 5));
        long v2 = nanos(Records.finding("n", "q", FindingState.UPDATED, 2, Records.T0, Records.T0 + 5));
        long otherId = nanos(Records.finding("n", "q", FindingState.UPDATED, 1, Records.T0 + 1, Records.T0 + 5));
        assertThat(v2 - v1).isEqualTo(1_000);
        assertThat(v1 / 1_000_000).isEqualTo(Records.T0 + 5);
        assertThat(otherId / 1_000).isEqualTo(v1 / 1_000);
        assertThat(otherId).isNotEqualTo(v1);
    }

    @Test
    void theThousandthVersionStaysWithinItsMillisecond() {
        long nanos = nanos(Records.finding("n", "q", FindingState.UPDATED, 1_999, Records.T0, Records.T0));
        assertThat(nanos / 1_000_000).isEqualTo(Records.T0);
        assertThat(nanos / 1_000 % 1_000).isEqualTo(999);
    }

    @Test
    void decisionsOnOneRecommendationAreDifferentRows() {
        String proposed =
                identity(one(Records.recommendation("r", "n", "q", RecommendationState.PROPOSED, 1, Records.T0)));
        String approved =
                identity(one(Records.recommendation("r", "n", "q", RecommendationState.APPROVED, 2, Records.T0)));
        assertThat(proposed).isNotEqualTo(approved);
    }

    @Test
    void flowsHaveARankEachUpToTwentyAndNoAddressIsATag() {
        List<Line> lines = Lines.of(Records.flows("n", "q", Records.T0, 25), SOURCE);
        assertThat(lines).hasSize(21);
        assertThat(lines.get(0).text()).startsWith("flow_window,node=n,queue=q,rank=0,w=10s flow_count=25i,");
        assertThat(lines.get(20).text())
                .startsWith("flow_window,node=n,queue=q,rank=20,w=10s ")
                .contains("flow=\"10.0.0.1:1019>10.0.0.2:443/tcp\"")
                .doesNotContain("json=");
    }

    @Test
    void aTimeThatNanosecondsCannotHoldIsRefusedByName() {
        assertThatThrownBy(() -> Lines.of(Records.reject("s", Long.MAX_VALUE / 1_000_000), SOURCE))
                .isInstanceOf(OutOfRange.class)
                .hasMessage("time in ms=9223372036854; must be from 0 to 9223372036853");
        assertThat(Lines.of(Records.reject("s", Long.MAX_VALUE / 1_000_000 - 1), SOURCE))
                .hasSize(1);
        assertThatThrownBy(() -> Lines.of(Records.reject("s", -1), SOURCE)).isInstanceOf(OutOfRange.class);
    }

    @Test
    void everyTopicButSamplesAndInventoryAndWhatIsEarlyOrInPartsIsKept() {
        assertThat(Lines.TOPICS).hasSize(9);
        assertThat(Wire.text(Records.reject("s", 1))).contains("\"source\":\"s\"");
    }

    @Test
    void noMeasurementHasTwoColumnsOfOneName() {
        for (Measurement<?> measurement : Measurements.ALL) {
            Set<String> names = new HashSet<>(Set.of("ts"));
            columns(measurement)
                    .forEach(column -> assertThat(names.add(column)).as(column).isTrue());
        }
    }

    @Test
    void theReadmeNamesEveryTagAndField() throws Exception {
        String readme = Files.readString(TestData.root().resolve("history/README.md"));
        for (Measurement<?> measurement : Measurements.ALL) {
            String section = readme.substring(readme.indexOf("### `" + measurement.name() + "`"));
            int end = section.indexOf("\n#", 1);
            String table = end < 0 ? section : section.substring(0, end);
            assertThat(columns(measurement).filter(column -> !table.contains("`" + column + "`")))
                    .as(measurement.name())
                    .isEmpty();
        }
    }

    private static Stream<String> columns(Measurement<?> measurement) {
        return Stream.concat(
                measurement.tags().stream().map(Measurement.Tag::name),
                measurement.fields().stream().map(Measurement.Field::name));
    }

    private static Line one(Record record) {
        List<Line> lines = Lines.of(record, SOURCE);
        assertThat(lines).hasSize(1);
        return lines.get(0);
    }

    private static long nanos(Record record) {
        String text = one(record).text();
        return Long.parseLong(text.substring(text.lastIndexOf(' ') + 1));
    }

    private static String identity(Line line) {
        return line.text().substring(0, line.text().indexOf(' '))
                + line.text().substring(line.text().lastIndexOf(' '));
    }
}
