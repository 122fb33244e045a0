// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The command in a JVM of its own, so that it can be killed. */
final class SojournProcess implements AutoCloseable {
    private final Process process;
    private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

    private SojournProcess(Process process) {
        this.process = process;
        Thread reader = new Thread(this::read, "process-output");
        reader.setDaemon(true);
        reader.start();
    }

    static SojournProcess start(String... words) throws IOException {
        String classPath = System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-Xmx640m",
                "-cp",
                classPath,
                "io.sojourn.launcher.Sojourn"));
        command.addAll(List.of(words));
        return new SojournProcess(
                new ProcessBuilder(command).redirectErrorStream(true).start());
    }

    /** Everything it has printed. */
    String output() {
        synchronized (lines) {
            return String.join("\n", lines);
        }
    }

    boolean hasPrinted(String text) {
        return output().contains(text);
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGTERM; returns the exit code, or fails after the time. */
    int terminate(int withinSeconds) throws InterruptedException {
        process.destroy();
        return exitCode(withinSeconds);
    }

    /** SIGKILL; returns when it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    int exitCode(int withinSeconds) throws InterruptedException {
        if (!process.waitFor(withinSeconds, TimeUnit.SECONDS)) {
            throw new AssertionError("still runs after " + withinSeconds + " s; it printed:\n" + output());
        }
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }

    private void read() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            in.lines().forEach(lines::add);
        } catch (IOException | UncheckedIOException e) {
            lines.add("(output ended: " + e.getMessage() + ")");
        }
    }
}
