// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** A request that is refused, in the form in which the caller is told: what is wrong, where, and the mend. */
final class Problem extends Exception {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final transient Body body;

    /** What is sent. A component that does not apply is null. */
    record Body(
            String error,
            @Nullable String field,
            @Nullable String value,
            @Nullable String bound,
            String mend) {}

    private Problem(int status, Body body) {
        super(body.error());
        this.status = status;
        this.body = body;
    }

    static Problem of(int status, String error, String mend) {
        return new Problem(status, new Body(error, null, null, null, mend));
    }

    static Problem field(int status, String field, @Nullable String value, String bound, String mend) {
        String error = value == null ? field + " is missing" : field + " is not valid";
        return new Problem(status, new Body(error, field, cut(value), bound, mend));
    }

    static Problem refused(Refused refused, String id) {
        String error = String.valueOf(refused.getMessage());
        return new Problem(
                refused.status(),
                new Body(error, "id", cut(id), refused.why().name().toLowerCase(Locale.ROOT), refused.mend()));
    }

    int status() {
        return status;
    }

    Body body() {
        return body;
    }

    private static @Nullable String cut(@Nullable String value) {
        return value == null || value.length() <= 200 ? value : value.substring(0, 200);
    }
}
