// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.sojourn.telemetry.Wire;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;

/** What is sent back: its headers besides those that every answer bears. */
final class Answer {
    static final String JSON = "application/json; charset=utf-8";

    private final int status;
    private final String contentType;
    private final byte[] body;
    private final Map<String, String> headers;

    Answer(int status, String contentType, byte[] body, Map<String, String> headers) {
        this.status = status;
        this.contentType = contentType;
        this.body = body;
        this.headers = headers;
    }

    static Answer json(int status, Object value) {
        try {
            byte[] bytes = Wire.json().writeValueAsBytes(value);
            return new Answer(status, JSON, bytes, Map.of("Cache-Control", "no-store"));
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("cannot write " + value.getClass().getSimpleName(), e);
        }
    }

    static Answer ok(Object value) {
        return json(200, value);
    }

    Answer with(String header, String value) {
        Map<String, String> all = new HashMap<>(headers);
        all.put(header, value);
        return new Answer(status, contentType, body, all);
    }

    int status() {
        return status;
    }

    String contentType() {
        return contentType;
    }

    /** The bytes themselves, not a copy: nobody changes them. */
    byte[] body() {
        return body;
    }

    Map<String, String> headers() {
        return headers;
    }
}
