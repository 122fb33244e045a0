// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import org.jspecify.annotations.Nullable;

/**
 * Something that could not be read. Topic {@code rejects}, key {@code source}. Bad input is counted, named and kept;
 * the good rest goes on.
 *
 * @param source file and place, or topic-partition@offset
 * @param field what was wrong, "record" when it could not be parsed at all
 * @param value what it was, cut to 200 characters
 * @param bound what it may be
 * @param mend what to change
 * @param excerpt the first bytes of the record in Base64, at most 1 KiB of them; null when there are none
 */
public record Reject(
        int schema,
        String source,
        @Nullable String node,
        long observedMillis,
        String field,
        String value,
        String bound,
        String mend,
        @Nullable String excerpt) {
    private static final int VALUE_LIMIT = 200;

    public Reject {
        Schema.check(schema);
        Range.present("source", source);
        Range.present("field", field);
        Range.present("bound", bound);
        Range.present("mend", mend);
        value = Range.present("value", value).length() > VALUE_LIMIT ? value.substring(0, VALUE_LIMIT) : value;
    }

    /** One line for people: source, field, value, bound, mend. */
    public String line() {
        return source + ": " + field + "=" + value + "; must be " + bound + "; " + mend;
    }
}
