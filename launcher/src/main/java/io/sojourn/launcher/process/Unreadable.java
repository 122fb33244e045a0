// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import java.nio.file.Files;
import java.nio.file.Path;

/** Why a file that was to be read is none. */
public final class Unreadable {
    private Unreadable() {}

    /** A verb phrase: "is not there", "is a folder", ... */
    public static String why(Path file) {
        if (Files.isDirectory(file)) {
            return "is a folder";
        }
        if (Files.notExists(file)) {
            return "is not there";
        }
        if (Files.exists(file) && !Files.isReadable(file)) {
            return "may not be read by this user";
        }
        return Files.exists(file) && !Files.isRegularFile(file) ? "is no regular file" : "cannot be read";
    }
}
