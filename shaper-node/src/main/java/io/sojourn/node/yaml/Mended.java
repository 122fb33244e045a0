// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.yaml;

/** A value that cannot be read, from a reader that knows better than its caller what was meant. */
public final class Mended extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String value;
    private final String bound;
    private final String mend;

    /** See {@link YamlProblem}. */
    public Mended(String value, String bound, String mend) {
        super(value + "; must be " + bound + "; " + mend);
        this.value = value;
        this.bound = bound;
        this.mend = mend;
    }

    public String value() {
        return value;
    }

    public String bound() {
        return bound;
    }

    public String mend() {
        return mend;
    }
}
