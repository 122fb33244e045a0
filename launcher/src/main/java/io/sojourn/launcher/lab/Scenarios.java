// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.launcher.process.Refusal;
import io.sojourn.launcher.process.Unreadable;
import io.sojourn.node.yaml.Nearest;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Finds scenarios: the program's own, which are the folder {@code examples} beside it, and any others by path. */
public final class Scenarios {
    private static final String FILE = "scenario.yaml";

    private Scenarios() {}

    /** The files of all of the program's own, by name. */
    public static SortedMap<String, Path> all() throws IOException {
        SortedMap<String, Path> all = new TreeMap<>();
        Optional<Path> examples = folder();
        if (examples.isPresent()) {
            try (Stream<Path> folders = Files.list(examples.get())) {
                folders.filter(folder -> Files.isRegularFile(folder.resolve(FILE)))
                        .forEach(folder ->
                                all.put(examples.get().relativize(folder).toString(), folder.resolve(FILE)));
            }
        }
        return all;
    }

    /**
     * The file of one scenario.
     *
     * @param name of one of the program's own, or the path of a scenario's file or folder
     * @throws Refusal when there is none
     */
    public static Path find(String name) throws IOException {
        SortedMap<String, Path> all = all();
        Path own = all.get(name);
        if (own != null) {
            return own;
        }
        Path path = Path.of(name);
        if (Files.isRegularFile(path)) {
            return path;
        }
        if (Files.isDirectory(path)) {
            if (Files.isRegularFile(path.resolve(FILE))) {
                return path.resolve(FILE);
            }
            throw Refusal.wrongInput(path.resolve(FILE) + " " + Unreadable.why(path.resolve(FILE))
                    + "; give a scenario's folder or file");
        }
        throw Refusal.wrongInput("no scenario " + name + "; must be "
                + (all.isEmpty() ? "" : "one of " + String.join(", ", all.keySet()) + ", or ")
                + "the path of a scenario's folder or file"
                + Nearest.hint(name, all.keySet()).map(hint -> "; " + hint).orElse(""));
    }

    /** The folder {@code examples}: the nearest above the program, else above the working directory. */
    public static Optional<Path> folder() {
        return above(program()).or(() -> above(Path.of("").toAbsolutePath()));
    }

    private static Optional<Path> above(@Nullable Path start) {
        for (@Nullable Path at = start; at != null; at = at.getParent()) {
            if (Files.isDirectory(at.resolve("examples"))) {
                return Optional.of(at.resolve("examples"));
            }
        }
        return Optional.empty();
    }

    private static @Nullable Path program() {
        @Nullable CodeSource source = Scenarios.class.getProtectionDomain().getCodeSource();
        try {
            return source == null ? null : Path.of(source.getLocation().toURI());
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
