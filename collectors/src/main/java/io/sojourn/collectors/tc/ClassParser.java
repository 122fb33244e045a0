// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sojourn.collectors.Fault;
import io.sojourn.collectors.Fields;
import io.sojourn.collectors.Unreadable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code tc -s -j class show dev X} in both its forms. iproute2 6.1 ignores {@code -j} and prints text; later
 * versions print an array whose objects hold the counters in {@code stats}. Rates are bits a second in the text, bytes
 * a second in JSON.
 */
public final class ClassParser {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MEND = "take it with tc -s class show dev DEVICE";

    private ClassParser() {}

    /** Either form; nothing at all is no class. */
    public static List<TcClass> parse(String output, Consumer<Fault> faults) {
        String trimmed = output.strip();
        if (!trimmed.startsWith("[")) {
            return ClassText.parse(trimmed, faults);
        }
        try {
            return parse(JSON.readTree(trimmed), faults);
        } catch (JsonProcessingException e) {
            faults.accept(new Fault("classes", trimmed, "whole JSON", MEND));
            return List.of();
        }
    }

    public static List<TcClass> parse(JsonNode array, Consumer<Fault> faults) {
        List<TcClass> classes = new ArrayList<>();
        for (JsonNode node : array) {
            try {
                classes.add(tcClass(Fields.of("class", node, MEND)));
            } catch (Unreadable unreadable) {
                faults.accept(unreadable.fault());
            }
        }
        return classes;
    }

    private static TcClass tcClass(Fields fields) throws Unreadable {
        return new TcClass(
                fields.text("class"),
                fields.text("handle"),
                fields.isTrue("root") ? null : fields.text("parent"),
                bits(fields.countIfPresent("rate")),
                bits(fields.countIfPresent("ceil")),
                fields.countIfPresent("cburst"),
                fields.node("stats").isMissingNode() ? null : counters(fields.object("stats")));
    }

    private static TcCounters counters(Fields stats) throws Unreadable {
        return new TcCounters(
                stats.count("bytes"),
                stats.count("packets"),
                stats.count("drops"),
                0,
                0,
                stats.count("backlog"),
                stats.count("qlen"));
    }

    private static @Nullable Long bits(@Nullable Long bytes) {
        return bytes == null ? null : bytes * Byte.SIZE;
    }
}
