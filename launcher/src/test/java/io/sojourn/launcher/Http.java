// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;

/** Asks the console as any client would. */
final class Http {
    private Http() {}

    static JsonNode get(URI console, String path) {
        try (var in = console.resolve(path).toURL().openStream()) {
            return Wire.json().readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
