// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.Parent;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.QueueWindow;

/** A parent in one kind of time: a recording has another than the world. */
record ScopeKey(Clocking clocking, String parent) {
    /** Keys of parts: few, so that a node's parts make few records, and more than a topic has partitions. */
    private static final int BUCKETS = 16;

    static ScopeKey of(QueueWindow part) {
        return new ScopeKey(part.clocking(), Parent.key(part.scope(), part.node(), part.queue()));
    }

    /** As {@link #toString} wrote it. */
    static ScopeKey parse(String text) {
        int slash = text.indexOf('/');
        return new ScopeKey(Clocking.valueOf(text.substring(0, slash)), text.substring(slash + 1));
    }

    /** All parts of one parent lie in one bucket, and a bucket in one partition. */
    String bucket() {
        return "bucket-" + Math.floorMod(parent.hashCode(), BUCKETS);
    }

    @Override
    public String toString() {
        return clocking.name() + "/" + parent;
    }
}
