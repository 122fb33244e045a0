// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A {@link JobMain} in a process of its own. */
final class JobProcess implements AutoCloseable {
    private static final long WITHIN_SECONDS = 120;

    private final Process process;
    private final CountDownLatch started = new CountDownLatch(1);
    private final CountDownLatch running = new CountDownLatch(1);

    /** @param log where it says what went wrong */
    JobProcess(String bootstrapServers, Path stateDir, int standbys, Path log) throws IOException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx192m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                JobMain.class.getName(),
                bootstrapServers,
                stateDir.toString(),
                String.valueOf(standbys));
        process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(log.toFile()))
                .start();
        Thread reader = new Thread(this::read, "job-output");
        reader.setDaemon(true);
        reader.start();
    }

    private void read() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals("started")) {
                    started.countDown();
                } else if (line.equals("running")) {
                    running.countDown();
                }
            }
        } catch (IOException killed) {
            // Nothing more comes.
        }
    }

    void awaitStarted() throws InterruptedException {
        await(started, "start");
    }

    void awaitRunning() throws InterruptedException {
        await(running, "run");
    }

    private void await(CountDownLatch latch, String what) throws InterruptedException {
        if (!latch.await(WITHIN_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the job did not " + what + " within " + WITHIN_SECONDS + " s");
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    /** SIGKILL: nothing is said to anybody. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** Lets it stop in order: its last transaction is finished and its place in the group given up. */
    void leave() throws Exception {
        process.getOutputStream().close();
        if (!process.waitFor(WITHIN_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("the job did not leave within " + WITHIN_SECONDS + " s");
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
