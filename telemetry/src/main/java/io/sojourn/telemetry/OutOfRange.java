// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** A wire value outside its bound. Carries the field, the value and the bound apart, for {@link Reject}. */
public final class OutOfRange extends IllegalArgumentException {
    private static final long serialVersionUID = 1L;

    private final String field;
    private final String value;
    private final String bound;

    /**
     * @param field name of the record component
     * @param value what it was
     * @param bound what it may be, as words: "at least 0"
     */
    public OutOfRange(String field, Object value, String bound) {
        super(field + "=" + value + "; must be " + bound);
        this.field = field;
        this.value = String.valueOf(value);
        this.bound = bound;
    }

    public String field() {
        return field;
    }

    public String value() {
        return value;
    }

    public String bound() {
        return bound;
    }
}
