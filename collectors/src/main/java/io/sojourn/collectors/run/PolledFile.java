// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sojourn.collectors.Fault;
import io.sojourn.collectors.Fields;
import io.sojourn.collectors.Rejects;
import io.sojourn.collectors.Unreadable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * What a tool said, poll by poll: a JSON object a line, {@code {"t": epoch seconds, "out": JSON}} or {@code {"t":
 * epoch seconds, "raw": text}}. A line that can't be read is named and passed over.
 */
final class PolledFile {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String MEND =
            "nothing, if it is the last line of a recording that was cut off; else record again";

    /**
     * One poll.
     *
     * @param micros when, Unix epoch
     * @param out what was said as JSON; missing when it was text
     * @param raw what was said as text; empty when it was JSON
     * @param faults where to name what is wrong with it
     */
    record Poll(long micros, JsonNode out, String raw, Consumer<Fault> faults) {}

    private final Path file;
    private final Rejects rejects;
    private long lastMicros;

    PolledFile(Path file, Rejects rejects) {
        this.file = file;
        this.rejects = rejects;
    }

    void forEach(Consumer<Poll> consumer) throws IOException {
        TextLines.read(file, rejects, (number, line) -> {
            String place = file.getFileName() + ":" + number;
            try {
                consumer.accept(poll(place, line));
            } catch (Unreadable unreadable) {
                rejects.add(place, lastMicros / 1000, unreadable.fault(), line);
            }
        });
    }

    private Poll poll(String place, String line) throws Unreadable {
        Fields fields = Fields.of("record", tree(line), MEND);
        long micros = Math.round(fields.seconds("t") * 1e6);
        if (micros <= lastMicros) {
            throw new Unreadable(new Fault("t", micros + " us", "later than the line before, " + lastMicros, MEND));
        }
        lastMicros = micros;
        String raw = fields.node("raw").asText("");
        return new Poll(micros, fields.node("out"), raw, fault -> rejects.add(place, micros / 1000, fault, line));
    }

    private static JsonNode tree(String line) throws Unreadable {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new Unreadable(new Fault("record", line, "whole JSON", MEND));
        }
    }
}
