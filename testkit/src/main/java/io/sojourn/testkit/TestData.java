// SPDX-License-Identifier: Apache-2.0
package io.sojourn.testkit;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Where recorded runs lie: the project's own, and a larger set beside the project where there is one. */
public final class TestData {
    private TestData() {}

    /** The root of the project: the nearest folder from the working directory upwards that holds the module telemetry. */
    public static Path root() {
        for (@Nullable Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
            if (Files.isDirectory(at.resolve("telemetry")) && Files.isRegularFile(at.resolve("pom.xml"))) {
                return at;
            }
        }
        throw new IllegalStateException("run the tests from inside the project");
    }

    /** The project's own recorded runs. */
    public static Path examples() {
        return root().resolve("examples/recorded");
    }

    /** The folder {@code shared} beside the project, or where {@code SOJOURN_SHARED} points; empty on a bare clone. */
    public static Optional<Path> shared() {
        @Nullable String configured = System.getenv("SOJOURN_SHARED");
        Path path = configured != null ? Path.of(configured) : root().resolveSibling("shared");
        return Optional.of(path).filter(Files::isDirectory);
    }
}
