// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FindingState;
import io.sojourn.telemetry.PolicerEstimate;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Topic;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The records of one queue's findings: one is open at a time, and versions of an id ascend. */
final class FindingBook {
    static final long UPDATE_MILLIS = 10_000;

    private final QueueState state;
    private final List<Finding> found = new ArrayList<>();

    FindingBook(QueueState state) {
        this.state = state;
    }

    /** The records since the last time. */
    List<Finding> drain() {
        List<Finding> result = List.copyOf(found);
        found.clear();
        return result;
    }

    /** Tells the open finding again when that is due or its numbers changed; else keeps the new numbers at hand. */
    void update(Finding open, Judgement judgement, long endMillis) {
        Finding update = finding(
                open.id(),
                FindingState.UPDATED,
                open.version() + 1,
                open.sinceMillis(),
                endMillis,
                open.cause(),
                judgement);
        if (endMillis - open.observedMillis() >= UPDATE_MILLIS || isMaterial(open, judgement)) {
            tell(update);
        } else {
            state.untold = update;
        }
    }

    /** Tells that the open finding still holds at this time, with the newest numbers that bear it out. */
    void confirm(long endMillis) {
        Finding open = state.open;
        if (open != null && open.observedMillis() < endMillis) {
            tell(redated(state.untold != null ? state.untold : open, open.version() + 1, endMillis));
        }
    }

    void tell(Finding update) {
        state.open = update;
        state.untold = null;
        found.add(update);
    }

    /** A second cause came or went, or the bucket is known better or otherwise than was told. */
    private static boolean isMaterial(Finding open, Judgement judgement) {
        @Nullable PolicerEstimate told = open.policer();
        @Nullable PolicerEstimate now = judgement.policer();
        if (open.also() != judgement.also() || (told == null) != (now == null)) {
            return true;
        }
        return told != null
                && now != null
                && (told.refilled() != now.refilled()
                        || differs(told.rateBitsPerSecond(), now.rateBitsPerSecond(), 0.05)
                        || differs(told.bucketBytes(), now.bucketBytes(), 0.15));
    }

    private static boolean differs(double told, double now, double share) {
        return Math.abs(told - now) > share * told;
    }

    void open(Cause cause, Judgement judgement, long sinceMillis, long endMillis) {
        String id = Topic.queueKey(state.node, state.queue) + "@" + sinceMillis;
        state.open = finding(id, FindingState.OPENED, 1, sinceMillis, endMillis, cause, judgement);
        state.streak = null;
        state.streakCount = 0;
        state.untold = null;
        found.add(state.open);
    }

    /** Ends the open finding with the newest numbers that bore it out. */
    void close(Finding open, long endMillis) {
        Finding last = state.untold != null ? state.untold : open;
        found.add(new Finding(
                Schema.CURRENT,
                open.id(),
                open.node(),
                open.queue(),
                FindingState.CLOSED,
                open.version() + 1,
                open.cause(),
                last.also(),
                last.confidence(),
                open.sinceMillis(),
                endMillis,
                last.policer(),
                last.evidence(),
                last.summary()));
    }

    private static Finding redated(Finding f, long version, long observedMillis) {
        return new Finding(
                f.schema(),
                f.id(),
                f.node(),
                f.queue(),
                FindingState.UPDATED,
                version,
                f.cause(),
                f.also(),
                f.confidence(),
                f.sinceMillis(),
                observedMillis,
                f.policer(),
                f.evidence(),
                f.summary());
    }

    private Finding finding(
            String id,
            FindingState findingState,
            long version,
            long sinceMillis,
            long observedMillis,
            Cause cause,
            Judgement judgement) {
        return new Finding(
                Schema.CURRENT,
                id,
                state.node,
                state.queue,
                findingState,
                version,
                cause,
                judgement.also(),
                judgement.confidence(),
                sinceMillis,
                observedMillis,
                judgement.policer(),
                judgement.evidence(),
                judgement.summary());
    }
}
