// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * One run of a program.
 *
 * @param seconds from its start to its end
 * @param peakMebibytes VmHWM (proc(5)), looked at every 5 ms while it ran
 */
record Timed(double seconds, double peakMebibytes) {
    private static final long LOOK_MILLIS = 5;

    static Timed run(List<String> command) throws IOException, InterruptedException {
        long startNanos = System.nanoTime();
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        Path status = Path.of("/proc/" + process.pid() + "/status");
        long peakKibibytes = 0;
        while (!process.waitFor(LOOK_MILLIS, TimeUnit.MILLISECONDS)) {
            peakKibibytes = Math.max(peakKibibytes, peak(status));
        }
        double seconds = (System.nanoTime() - startNanos) / 1e9;
        if (process.exitValue() != 0) {
            throw new IOException(command.get(0) + " ended with " + process.exitValue());
        }
        return new Timed(seconds, peakKibibytes / 1024.0);
    }

    /** 0 once the process is gone. */
    private static long peak(Path status) {
        try {
            return Files.readAllLines(status).stream()
                    .filter(line -> line.startsWith("VmHWM:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                    .findFirst()
                    .orElse(0);
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }
}
