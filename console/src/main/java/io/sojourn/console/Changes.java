// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is new since the last look, as one JSON text. Not safe for use by several threads. */
final class Changes {
    private static final int RECORDS_MOST = 500;

    private final ConsoleData data;
    private final QueueTable table;
    private Map<String, String> seen = new HashMap<>();

    Changes(ConsoleData data) {
        this.data = data;
        this.table = new QueueTable(data);
    }

    /** Null when nothing changed. The first look sees everything. */
    @Nullable
    String look() {
        QueueTable.Look look = table.look();
        Map<String, String> now = new HashMap<>();
        Map<String, List<Object>> changed = new LinkedHashMap<>();
        note("sources", "", look.sources(), now, changed);
        look.rows().forEach(row -> note("queues", row.key(), row, now, changed));
        if (look.sources().history().fine()) {
            data.findings(null, null, null, RECORDS_MOST).forEach(f -> note("findings", f.id(), f, now, changed));
            look.recommendations().forEach(r -> note("recommendations", r.id(), r, now, changed));
            data.appliedSettings(null, null, RECORDS_MOST)
                    .forEach(a -> note("appliedSettings", key(a), a, now, changed));
        }
        seen = now;
        return changed.isEmpty() ? null : text(changed);
    }

    private void note(
            String kind, String key, Object value, Map<String, String> now, Map<String, List<Object>> changed) {
        String text = text(value);
        String name = kind + " " + key;
        now.put(name, text);
        if (!text.equals(seen.get(name))) {
            changed.computeIfAbsent(kind, k -> new ArrayList<>()).add(value);
        }
    }

    private static String key(AppliedSetting a) {
        return Topic.queueKey(a.node(), a.queue()) + " " + a.revision() + " " + a.outcome() + " " + a.atMillis();
    }

    private static String text(Object value) {
        try {
            return Wire.json().writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("cannot write a change", e);
        }
    }
}
