// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.launcher.process.Input;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.telemetry.Cause;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Recorded runs beside an {@code expected.json} that says, by run or by scenario (a run's name up to its last dot), which
 * verdicts on the aggregate are right. Each run is looked at twice where it can be: by its counters, and by its capture.
 */
final class RecordedRunsSet implements LabelledSet {
    static final String EXPECTED = "expected.json";

    private static final String CAPTURE = "client.pcap.zst";

    private final String name;
    private final Path folder;
    private final List<Path> runs;
    private final JsonNode expected;
    private final JsonNode scenarios;

    /**
     * @param runs folders, in order
     * @param expected the {@code expected.json}
     * @param scenarios the {@code scenarios} of a {@code truth.json}, for the base round-trip time; may be empty
     */
    RecordedRunsSet(String name, Path folder, List<Path> runs, JsonNode expected, JsonNode scenarios) {
        this.name = name;
        this.folder = folder;
        this.runs = runs;
        this.expected = expected;
        this.scenarios = scenarios;
    }

    @Override
    public List<LabelledCase> cases() {
        List<LabelledCase> cases = new ArrayList<>();
        for (Path run : runs) {
            String runName = String.valueOf(run.getFileName());
            JsonNode entry = entry(runName);
            List<Cause> right = causes(runName, entry.path("accept"));
            Truth truth = truth(right, entry);
            Long baseRttMicros = baseRttMicros(runName, entry);
            String kind = kind(right.get(0));
            Input counters = new Input(run, true);
            cases.add(new LabelledCase(
                    name, "counters", runName, kind, baseRttMicros, false, counters::read, () -> truth));
            Path capture = run.resolve(CAPTURE);
            if (Files.exists(capture)) {
                Input packets = new Input(capture, true);
                String captured = runName + "/" + CAPTURE;
                cases.add(new LabelledCase(
                        name, "capture", captured, kind, baseRttMicros, false, packets::read, () -> truth));
            }
        }
        return cases;
    }

    /** A run's kind is the first verdict that is right; all policers are one kind, whatever the set. */
    private static String kind(Cause cause) {
        return cause == Cause.POLICED
                ? "policer"
                : cause.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private JsonNode entry(String runName) {
        JsonNode entry = expected.path("runs").path(runName);
        return entry.isMissingNode() ? expected.path("scenarios").path(scenario(runName)) : entry;
    }

    private static String scenario(String runName) {
        int dot = runName.lastIndexOf('.');
        return dot < 0 ? runName : runName.substring(0, dot);
    }

    private List<Cause> causes(String runName, JsonNode accept) {
        List<Cause> causes = new ArrayList<>();
        for (JsonNode cause : accept) {
            try {
                causes.add(Cause.valueOf(cause.asText()));
            } catch (IllegalArgumentException e) {
                throw Refusal.wrongInput(folder.resolve(EXPECTED) + ": " + runName + ": accept: \"" + cause.asText()
                        + "\"; must be one of " + EnumSet.allOf(Cause.class));
            }
        }
        if (causes.isEmpty()) {
            throw Refusal.wrongInput(folder.resolve(EXPECTED) + ": " + runName
                    + ": no accept; must list the right verdicts, under runs, or scenarios, or remove the run");
        }
        return causes;
    }

    private static Truth truth(List<Cause> right, JsonNode entry) {
        JsonNode policer = entry.path("policer");
        Label label = Label.of(Set.copyOf(right));
        return new Truth(label, label, number(policer.path("rateBitsPerSecond")), number(policer.path("bucketBytes")));
    }

    private @Nullable Long baseRttMicros(String runName, JsonNode entry) {
        JsonNode ownMillis = entry.path("baseRttMillis");
        JsonNode baseMillis = ownMillis.isNumber()
                ? ownMillis
                : scenarios.path(scenario(runName)).path("base_rtt_ms");
        return baseMillis.isNumber() ? (Long) Math.round(baseMillis.asDouble() * 1_000) : null;
    }

    private static @Nullable Long number(JsonNode value) {
        return value.isNumber() ? (Long) value.asLong() : null;
    }
}
