// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

/** A value that cannot be read, from a reader that knows better than its caller what was meant. */
final class Mended extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String value;
    private final String bound;
    private final String mend;

    /** See {@link PolicyProblem}. */
    Mended(String value, String bound, String mend) {
        super(value + "; must be " + bound + "; " + mend);
        this.value = value;
        this.bound = bound;
        this.mend = mend;
    }

    String value() {
        return value;
    }

    String bound() {
        return bound;
    }

    String mend() {
        return mend;
    }
}
