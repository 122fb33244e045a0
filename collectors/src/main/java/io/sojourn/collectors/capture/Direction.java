// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import org.jspecify.annotations.Nullable;

/** One direction of a link. It is a queue from its first data packet on. */
final class Direction {
    private final Subject subject = new Subject();
    private @Nullable String queue;

    Subject subject() {
        return subject;
    }

    /** Null while only acknowledgments and the like have passed. */
    @Nullable
    String queue() {
        return queue;
    }

    void becomeQueue(String name) {
        queue = name;
        subject.keepHistory();
    }
}
