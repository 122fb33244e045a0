// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A conclusion about one queue, with the numbers behind it. Topic {@code findings}, key {@code node/queue}. A queue has
 * one open finding at a time: its verdict, HEALTHY and INSUFFICIENT included.
 *
 * @param id "node/queue@sinceMillis": the same for a finding's whole life, and on every rerun over the same samples
 * @param version rises with each record of one id; the latest wins
 * @param also a second cause that holds as well
 * @param confidence 0 to 1
 * @param sinceMillis event time from which it holds
 * @param observedMillis event time of the newest window it rests on
 * @param policer null unless the cause is POLICED and the bucket could be estimated
 * @param summary one sentence for people
 */
public record Finding(
        int schema,
        String id,
        String node,
        String queue,
        FindingState state,
        long version,
        Cause cause,
        @Nullable Cause also,
        double confidence,
        long sinceMillis,
        long observedMillis,
        @Nullable PolicerEstimate policer,
        List<Measure> evidence,
        String summary) {
    public Finding {
        Schema.check(schema);
        Range.id("id", id);
        Range.name("node", node);
        Range.name("queue", queue);
        Range.present("state", state);
        Range.atLeast("version", version, 1);
        Range.present("cause", cause);
        Range.finite("confidence", confidence, 0, 1);
        Range.atLeast("sinceMillis", sinceMillis, 0);
        Range.atLeast("observedMillis", observedMillis, sinceMillis);
        evidence = List.copyOf(Range.present("evidence", evidence));
        Range.present("summary", summary);
    }
}
