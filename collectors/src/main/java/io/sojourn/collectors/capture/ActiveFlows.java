// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the flows that sent data in an interval say of their queue together; null where none of them shows it.
 *
 * @param heaviestFirst by bytes
 */
record ActiveFlows(List<Flow> heaviestFirst) {
    long count() {
        return heaviestFirst.size();
    }

    /** That of the heaviest flow that has one. */
    @Nullable
    Long jitterMicros() {
        for (Flow flow : heaviestFirst) {
            DataTracker data = flow.tracker();
            Long jitter = data == null ? null : data.acks().jitterMicros();
            if (jitter != null) {
                return jitter;
            }
        }
        return null;
    }

    /** Sum of the largest windows offered. */
    @Nullable
    Long advertisedWindowBytes() {
        return sum(Window::isKnown, Window::largestBytes);
    }

    /** Sum of the medians. */
    @Nullable
    Long inflightBytes() {
        return sum(Window::hasInflight, Window::medianInflightBytes);
    }

    /** How many stay at the window offered. */
    long windowLimited() {
        return heaviestFirst.stream()
                .map(Flow::tracker)
                .filter(data -> data != null && data.window().isLimited())
                .count();
    }

    private @Nullable Long sum(Predicate<Window> shows, ToLongFunction<Window> bytes) {
        Long sum = null;
        for (Flow flow : heaviestFirst) {
            DataTracker data = flow.tracker();
            if (data != null && shows.test(data.window())) {
                sum = (sum == null ? 0 : sum) + bytes.applyAsLong(data.window());
            }
        }
        return sum;
    }
}
