// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

/** The checkpoints of earlier runs: {@code FOLDER/<job>/chk-<number>}, whole once they hold {@code _metadata}. */
final class Checkpoints {
    private static final int DEPTH = 3;

    private Checkpoints() {}

    /** The newest whole checkpoint. */
    static Optional<Path> newest(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return Optional.empty();
        }
        try (Stream<Path> files = Files.walk(folder, DEPTH)) {
            return files.filter(file -> file.endsWith("_metadata"))
                    .max(Comparator.comparing(Checkpoints::written).thenComparing(Checkpoints::number))
                    .map(Path::getParent);
        }
    }

    private static FileTime written(Path metadata) {
        try {
            return Files.getLastModifiedTime(metadata);
        } catch (IOException e) {
            return FileTime.fromMillis(0);
        }
    }

    private static long number(Path metadata) {
        String name = String.valueOf(metadata.getName(metadata.getNameCount() - 2));
        return name.matches("chk-\\d{1,18}") ? Long.parseLong(name.substring("chk-".length())) : -1;
    }
}
