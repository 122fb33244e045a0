// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Schema;
import org.jspecify.annotations.Nullable;

/** Why a batch, or its part for a closed window, was not folded: a {@link Reject} but for where and when it was seen. */
public record Refusal(@Nullable String node, String field, String value, String bound, String mend) {

    /** The same, said of so many more of them. */
    public Refusal andMore(int count, String ofThem) {
        return count == 0 ? this : new Refusal(node, field, value + ", and " + count + " more " + ofThem, bound, mend);
    }

    /**
     * @param source file and place, or topic-partition@offset
     * @param excerpt see {@link Reject}
     */
    public Reject at(String source, long observedMillis, @Nullable String excerpt) {
        return new Reject(Schema.CURRENT, source, node, observedMillis, field, value, bound, mend, excerpt);
    }
}
