// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.history.HistoryConfig.Kind;
import io.sojourn.telemetry.KafkaEnds;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryConfigTest {
    @Test
    void theSecretIsNeverPrinted() {
        HistoryConfig config =
                new HistoryConfig(Kind.INFLUXDB1, "http://h:8086", "a/b", "", "ann", Secret.of("hush"), Duration.ZERO);
        assertThat(config.toString()).contains("ann", "***").doesNotContain("hush");
        assertThat(config.authorization()).contains("Basic YW5uOmh1c2g=");
        assertThat(HistoryConfig.influxDb2("http://h", "o", Secret.of("hush")).authorization())
                .contains("Token hush");
        assertThat(HistoryConfig.questDb("http://h:9000").authorization()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "h:8086", "ftp://h", "http://h/path", "http://h?x=1", "http://ann:hush@h"})
    void anAddressIsASchemeAHostAndAPort(String url) {
        assertThatThrownBy(() -> HistoryConfig.questDb(url))
                .hasMessageContaining("history url")
                .hasMessageNotContaining("hush");
    }

    @Test
    void aClosingSlashIsLeftOut() {
        assertThat(HistoryConfig.questDb("http://h:9000/").url()).isEqualTo("http://h:9000");
    }

    @ParameterizedTest
    @ValueSource(strings = {"sojourn", "a/b/c", "a\"/b", "/b", "a b/c", "a/"})
    void aBucketIsADatabaseAndARetentionPolicy(String bucket) {
        assertThatThrownBy(
                        () -> new HistoryConfig(Kind.QUESTDB, "http://h", bucket, "", "", Secret.none(), Duration.ZERO))
                .hasMessageContaining("history bucket");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT59M", "PT1H30M", "PT-1H"})
    void theRetentionIsZeroOrWholeHours(String retention) {
        assertThatThrownBy(() -> new HistoryConfig(
                        Kind.QUESTDB, "http://h", "a/b", "", "", Secret.none(), Duration.parse(retention)))
                .hasMessageContaining("history retention");
    }

    @Test
    void aLimitIsFromOneToTenThousand() {
        assertThat(QueueFilter.all(10_000).limit()).isEqualTo(10_000);
        assertThatThrownBy(() -> QueueFilter.all(10_001)).hasMessageContaining("from 1 to 10000");
        assertThatThrownBy(() -> QueueFilter.all(0)).hasMessageContaining("limit=0");
    }

    @Test
    void historyConnectsToNothingBeforeItStartsAndClosesWithoutHavingStarted() {
        try (History history =
                new History(KafkaEnds.plaintext("127.0.0.1:1"), HistoryConfig.questDb("http://127.0.0.1:1"))) {
            assertThat(history.counters().writtenPoints()).isZero();
            assertThatThrownBy(history::check)
                    .isInstanceOf(HistoryException.class)
                    .hasMessageContaining("http://127.0.0.1:1 does not answer");
        }
    }

    @Test
    void historyClosesWithinFiveSecondsWhileBrokerAndStoreAreAway() {
        History history = new History(KafkaEnds.plaintext("127.0.0.1:1"), HistoryConfig.questDb("http://127.0.0.1:1"));
        history.start();
        long beforeNanos = System.nanoTime();
        history.close();
        assertThat(Duration.ofNanos(System.nanoTime() - beforeNanos)).isLessThan(Duration.ofSeconds(5));
    }
}
