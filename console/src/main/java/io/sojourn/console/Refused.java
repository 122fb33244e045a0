// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

/** A decision that cannot be taken, and why. */
public final class Refused extends Exception {
    private static final long serialVersionUID = 1L;

    /** The kind of refusal, which says what an operator can do about it. */
    public enum Why {
        /** No recommendation has this id. */
        UNKNOWN_ID,
        /** It was approved, rejected or withdrawn before. */
        ALREADY_DECIDED,
        EXPIRED,
        /** No node of ours owns the queue. */
        NOT_APPLICABLE,
        /** The decision could not be sent; it may be tried again. */
        UNAVAILABLE
    }

    private final Why why;

    /** @param reason for people: name, value, bound */
    public Refused(Why why, String reason) {
        super(reason);
        this.why = why;
    }

    public Why why() {
        return why;
    }

    /** HTTP status: 404 for an unknown id, 503 when it may be tried again, otherwise 409. */
    int status() {
        return switch (why) {
            case UNKNOWN_ID -> 404;
            case UNAVAILABLE -> 503;
            case ALREADY_DECIDED, EXPIRED, NOT_APPLICABLE -> 409;
        };
    }

    String mend() {
        return switch (why) {
            case UNKNOWN_ID -> "take an id from GET /api/recommendations";
            case UNAVAILABLE -> "try again; GET /api/health says which part is down";
            case ALREADY_DECIDED -> "nothing to do; reload to see the decision";
            case EXPIRED -> "wait for the next recommendation of this queue";
            case NOT_APPLICABLE -> "set it on the device that owns the queue";
        };
    }
}
