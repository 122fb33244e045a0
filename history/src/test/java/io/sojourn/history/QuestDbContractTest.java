// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class QuestDbContractTest extends StoreContract {
    @Override
    TestServer server() throws Exception {
        return new QuestDbServer();
    }

    @Test
    void theRetentionIsSetAndMayBeChanged() {
        HistoryConfig some = config();
        retain(Duration.ofDays(30), some);
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> ttl(some).equals("30DAY"));
        retain(Duration.ZERO, some);
        Awaitility.await().atMost(Duration.ofSeconds(30)).until(() -> ttl(some).equals("0HOUR"));
    }

    private static void retain(Duration retention, HistoryConfig some) {
        HistoryConfig kept = new HistoryConfig(
                some.kind(), some.url(), some.bucket(), some.org(), some.user(), some.secret(), retention);
        Store.of(kept).prepare();
    }

    private static String ttl(HistoryConfig some) {
        String sql = "SELECT ttlValue, ttlUnit FROM tables() WHERE table_name = 'queue_window'";
        JsonNode row = new Http(some)
                .get("/exec?" + Http.parameter("query", sql))
                .path("dataset")
                .path(0);
        return row.path(0).asText() + row.path(1).asText();
    }
}
