// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

/** A password or token. It is never printed: {@link #toString} hides it. */
public final class Secret {
    private static final Secret NONE = new Secret("");

    private final String text;

    private Secret(String text) {
        this.text = text;
    }

    public static Secret of(String text) {
        return text.isEmpty() ? NONE : new Secret(text);
    }

    /** No secret: the store is spoken to without credentials. */
    public static Secret none() {
        return NONE;
    }

    boolean isPresent() {
        return !text.isEmpty();
    }

    String reveal() {
        return text;
    }

    @Override
    public String toString() {
        return isPresent() ? "***" : "none";
    }
}
