// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * A page that the console serves for somebody else.
 *
 * @param contentType with its charset, which is UTF-8
 */
public record TextPage(String contentType, String text) {
    Answer answer() {
        return new Answer(200, contentType, text.getBytes(StandardCharsets.UTF_8), Map.of("Cache-Control", "no-store"));
    }
}
