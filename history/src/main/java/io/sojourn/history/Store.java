// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import java.util.List;

/** What a store's own language is needed for. Every method throws {@link HistoryException} when it does not answer. */
interface Store {
    /** Creates database or tables where they are missing, and sets the retention. May be repeated. */
    void prepare();

    /** The whole records of the rows, newest first; empty when there is no such measurement. */
    List<String> rows(Select select);

    /** Asks something that only a working store can answer. */
    void check();

    /** Whether everything accepted can be read. */
    boolean isCaughtUp();

    static Store of(HistoryConfig config) {
        Http http = new Http(config);
        return config.kind() == HistoryConfig.Kind.QUESTDB
                ? new QuestDbStore(config, http)
                : new InfluxStore(config, http);
    }
}
