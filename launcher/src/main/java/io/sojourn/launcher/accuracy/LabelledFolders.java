// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.launcher.process.Unreadable;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Finds out of what form a labelled folder is. */
public final class LabelledFolders {
    private static final int DEEPEST = 2;

    private LabelledFolders() {}

    /**
     * The set in a folder.
     *
     * @throws Refusal when it is of no form that is known
     */
    public static LabelledSet open(Path folder) throws IOException {
        String name = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
        if (Files.isRegularFile(folder.resolve(PolicingLabSet.TRUTH))) {
            return new PolicingLabSet(name, folder, Files.readAllLines(folder.resolve(PolicingLabSet.TRUTH)));
        }
        if (Files.isRegularFile(folder.resolve(RecordedRunsSet.EXPECTED))) {
            Path data = Files.isDirectory(folder.resolve("data")) ? folder.resolve("data") : folder;
            Path truth = folder.resolve("truth.json");
            JsonNode scenarios = Files.isRegularFile(truth) ? json(truth).path("scenarios") : MissingNode.getInstance();
            return new RecordedRunsSet(
                    name, folder, folders(data), json(folder.resolve(RecordedRunsSet.EXPECTED)), scenarios);
        }
        throw Refusal.wrongInput(folder + " "
                + (Files.isDirectory(folder) ? "has no labels" : Unreadable.why(folder))
                + "; give a folder with " + PolicingLabSet.TRUTH + " beside captures, or with "
                + RecordedRunsSet.EXPECTED + " beside recorded runs or above their folder data");
    }

    /** The labelled folders in or below this one. */
    public static List<Path> below(Path folder) throws IOException {
        try (Stream<Path> found = Files.walk(folder, DEEPEST)) {
            return found.filter(Files::isDirectory)
                    .filter(at -> Files.isRegularFile(at.resolve(PolicingLabSet.TRUTH))
                            || Files.isRegularFile(at.resolve(RecordedRunsSet.EXPECTED)))
                    .sorted()
                    .toList();
        }
    }

    private static List<Path> folders(Path data) throws IOException {
        try (Stream<Path> found = Files.list(data)) {
            return new ArrayList<>(found.filter(Files::isDirectory).sorted().toList());
        }
    }

    private static JsonNode json(Path file) throws IOException {
        try {
            return Wire.json().readTree(file.toFile());
        } catch (JsonProcessingException e) {
            throw Refusal.wrongInput(file + ": " + e.getOriginalMessage() + "; must be JSON");
        }
    }
}
