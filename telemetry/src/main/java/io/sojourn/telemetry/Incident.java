// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A finding or a broken threshold that somebody is told about. Topic {@code incidents} (compacted), key {@code
 * fingerprint}.
 *
 * @param fingerprint identity of the incident: rule, node and queue
 * @param rule alert name
 * @param open false once it is over
 * @param untilMillis event time of its end; null while open
 */
public record Incident(
        int schema,
        String fingerprint,
        String rule,
        String node,
        String queue,
        boolean open,
        Severity severity,
        long sinceMillis,
        @Nullable Long untilMillis,
        List<Measure> evidence,
        String summary) {
    public Incident {
        Schema.check(schema);
        Range.id("fingerprint", fingerprint);
        Range.name("rule", rule);
        Range.name("node", node);
        Range.name("queue", queue);
        Range.present("severity", severity);
        Range.atLeast("sinceMillis", sinceMillis, 0);
        Range.atLeast("untilMillis", untilMillis, sinceMillis);
        evidence = List.copyOf(Range.present("evidence", evidence));
        Range.present("summary", summary);
    }
}
