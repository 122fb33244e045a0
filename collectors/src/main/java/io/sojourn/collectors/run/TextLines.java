// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import io.sojourn.collectors.Fault;
import io.sojourn.collectors.Rejects;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Lines of a text file, gzipped or not. A file that ends too early or is damaged is named and read up to there. */
final class TextLines {
    private static final int BUFFER_BYTES = 1 << 16;

    /** Takes a line and its number, from 1. */
    interface LineConsumer {
        void line(long number, String line);
    }

    private TextLines() {}

    static void read(Path file, Rejects rejects, LineConsumer consumer) throws IOException {
        long number = 0;
        try (InputStream raw = Files.newInputStream(file);
                BufferedReader reader =
                        new BufferedReader(new InputStreamReader(unpacked(file, raw), StandardCharsets.UTF_8))) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                number++;
                if (!line.isBlank()) {
                    consumer.line(number, line);
                }
            }
        } catch (EOFException | ZipException e) {
            Fault fault = new Fault(
                    "file",
                    String.valueOf(e.getMessage()),
                    "a whole gzip file",
                    "copy it again; it was read up to here");
            rejects.add(file.getFileName() + ":" + (number + 1), 0, fault, "");
        }
    }

    private static InputStream unpacked(Path file, InputStream raw) throws IOException {
        return file.toString().endsWith(".gz") ? new GZIPInputStream(raw, BUFFER_BYTES) : raw;
    }
}
