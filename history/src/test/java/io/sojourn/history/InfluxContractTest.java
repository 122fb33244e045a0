// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class InfluxContractTest extends StoreContract {
    @Override
    TestServer server() throws Exception {
        Optional<Path> binary = InfluxServer.binary();
        assumeTrue(binary.isPresent(), "no influxd on the PATH or in /usr/bin; Debian: apt-get install influxdb");
        return new InfluxServer(binary.orElseThrow());
    }

    @Test
    void theRetentionIsSetAndMayBeChanged() {
        assertThat(duration(Duration.ofDays(30))).isEqualTo("720h0m0s");
        assertThat(duration(Duration.ofDays(7))).isEqualTo("168h0m0s");
        assertThat(duration(Duration.ZERO)).isEqualTo("0s");
    }

    @Test
    void aDatabaseThatWasDroppedIsCreatedAgainAndNothingIsLost() throws Exception {
        HistoryConfig some = config();
        HistoryConfig dropped = new HistoryConfig(
                some.kind(), some.url(), "dropped/raw", some.org(), some.user(), some.secret(), Duration.ZERO);
        try (ClientSink sink = new ClientSink(dropped, Store.of(dropped)::prepare)) {
            WriteQueue queue = new WriteQueue(sink, (line, message) -> {});
            queue.add(Lines.of(Records.setting("n", "q", 1, Records.T0), new Line.Source("t", 0, 0)));
            queue.drain();
            new Http(some).post("/query", Http.parameter("q", "DROP DATABASE \"dropped\""));
            queue.add(Lines.of(Records.setting("n", "q", 2, Records.T0), new Line.Source("t", 0, 1)));
            assertThatThrownBy(queue::drain)
                    .isInstanceOf(PointSink.Away.class)
                    .hasMessageContaining("database not found");
            queue.drain();
        }
        assertThat(History.reader(dropped).settings("n", "q"))
                .containsExactly(Records.setting("n", "q", 2, Records.T0));
    }

    private String duration(Duration retention) {
        HistoryConfig some = config();
        HistoryConfig kept = new HistoryConfig(
                some.kind(), some.url(), "kept/raw", some.org(), some.user(), some.secret(), retention);
        Store.of(kept).prepare();
        JsonNode answer = new Http(some).post("/query", Http.parameter("q", "SHOW RETENTION POLICIES ON \"kept\""));
        for (JsonNode row :
                answer.path("results").path(0).path("series").path(0).path("values")) {
            if (row.path(0).asText().equals("raw")) {
                return row.path(1).asText();
            }
        }
        return answer.toString();
    }
}
