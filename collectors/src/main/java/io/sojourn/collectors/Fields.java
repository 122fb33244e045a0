// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/**
 * Reads the fields of a JSON object strictly: a number must be a number, a count must not be negative. Fields nobody
 * asks for are left alone, so a newer tool that prints more is read as well as an old one.
 */
public final class Fields {
    private final JsonNode object;
    private final String mend;

    private Fields(JsonNode object, String mend) {
        this.object = object;
        this.mend = mend;
    }

    /**
     * @param field what the object is called in a fault
     * @param mend what a fault says to change
     */
    public static Fields of(String field, JsonNode node, String mend) throws Unreadable {
        if (!node.isObject()) {
            throw new Unreadable(new Fault(field, shown(node), "a JSON object", mend));
        }
        return new Fields(node, mend);
    }

    /** A running total or a level: a whole number from 0. */
    public long count(String field) throws Unreadable {
        JsonNode node = object.path(field);
        if (!node.canConvertToLong() || !node.isIntegralNumber() || node.longValue() < 0) {
            throw wrong(field, node, "a whole number, at least 0");
        }
        return node.longValue();
    }

    /** The same, null when it is not there. */
    public @Nullable Long countIfPresent(String field) throws Unreadable {
        return object.has(field) ? (Long) count(field) : null;
    }

    public String text(String field) throws Unreadable {
        JsonNode node = object.path(field);
        if (!node.isTextual() || node.textValue().isBlank()) {
            throw wrong(field, node, "a text");
        }
        return node.textValue();
    }

    /** The same, null when it is not there. */
    public @Nullable String textIfPresent(String field) throws Unreadable {
        return object.has(field) ? text(field) : null;
    }

    /** Seconds with a fraction. */
    public double seconds(String field) throws Unreadable {
        JsonNode node = object.path(field);
        if (!node.isNumber() || !(node.doubleValue() >= 0 && node.doubleValue() < 1e11)) {
            throw wrong(field, node, "seconds since 1970, from 0 to 10^11");
        }
        return node.doubleValue();
    }

    /** An object in the object; one without fields when it is not there. */
    public Fields object(String field) throws Unreadable {
        JsonNode node = object.path(field);
        return node.isMissingNode() ? new Fields(node, mend) : of(field, node, mend);
    }

    public JsonNode node(String field) {
        return object.path(field);
    }

    public boolean isTrue(String field) {
        return object.path(field).asBoolean(false);
    }

    private Unreadable wrong(String field, JsonNode node, String bound) {
        return new Unreadable(new Fault(field, shown(node), bound, mend));
    }

    private static String shown(JsonNode node) {
        return node.isMissingNode() ? "missing" : node.toString();
    }
}
