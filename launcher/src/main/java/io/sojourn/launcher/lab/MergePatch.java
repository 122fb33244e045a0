// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Changes to a document, as the document with only what changes. Source: RFC 7396 section 2: mappings are merged, null takes
 * a key away, anything else replaces what was there.
 */
final class MergePatch {
    private MergePatch() {}

    /** The target with the patch on it; neither is changed. */
    static JsonNode apply(JsonNode target, JsonNode patch) {
        if (!patch.isObject()) {
            return patch;
        }
        ObjectNode merged = JsonNodeFactory.instance.objectNode();
        if (target.isObject()) {
            merged.setAll((ObjectNode) target);
        }
        patch.properties().forEach(change -> {
            if (change.getValue().isNull()) {
                merged.remove(change.getKey());
            } else {
                merged.set(change.getKey(), apply(merged.path(change.getKey()), change.getValue()));
            }
        });
        return merged;
    }
}
