// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.command;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * A tool of the system, run once per call with a time limit. It is started without a shell, so no argument is ever
 * read as a command.
 */
public final class Command {
    /** More than any sane answer; what comes after it is a fault of the tool. */
    private static final int OUTPUT_LIMIT_BYTES = 16 << 20;

    private final List<String> words;
    private final Duration limit;

    /**
     * @param namespace network namespace to run it in, by {@code ip netns exec}
     * @param words the tool and its arguments
     * @param limit how long it may take
     */
    public Command(Optional<String> namespace, List<String> words, Duration limit) {
        List<String> all = new ArrayList<>();
        namespace.ifPresent(name -> all.addAll(List.of("ip", "netns", "exec", name)));
        all.addAll(words);
        this.words = List.copyOf(all);
        this.limit = limit;
    }

    /**
     * What it printed.
     *
     * @throws IOException when it can't be run, fails or takes too long: one line with the mend
     */
    public String run() throws IOException, InterruptedException {
        Process process = start();
        try {
            process.getOutputStream().close();
            CompletableFuture<String> output = CompletableFuture.supplyAsync(() -> read(process.getInputStream()));
            CompletableFuture<String> errors = CompletableFuture.supplyAsync(() -> read(process.getErrorStream()));
            if (!process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new IOException(this + " did not answer within " + limit.toMillis() + " ms; look at the load");
            }
            String error = errors.get().strip();
            if (process.exitValue() != 0) {
                throw new IOException(this + " failed: " + firstLine(error, process.exitValue()) + "; " + mend(error));
            }
            return output.get();
        } catch (ExecutionException e) {
            throw new IOException(this + ": " + e.getCause(), e);
        } finally {
            process.destroyForcibly();
        }
    }

    private Process start() throws IOException {
        try {
            ProcessBuilder builder = new ProcessBuilder(words);
            builder.environment().put("LC_ALL", "C");
            return builder.start();
        } catch (IOException e) {
            throw new IOException(words.get(0) + " can't be run; install iproute2 or mend PATH", e);
        }
    }

    private static String read(InputStream stream) {
        try (stream) {
            return new String(stream.readNBytes(OUTPUT_LIMIT_BYTES), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String firstLine(String error, int exitValue) {
        return error.lines().findFirst().orElse("exit value " + exitValue);
    }

    private static String mend(String error) {
        String lower = error.toLowerCase(Locale.ROOT);
        if (lower.contains("cannot find device")) {
            return "name a device that ip link shows there";
        }
        if (lower.contains("network namespace")) {
            return lower.contains("no such file")
                    ? "name a namespace that ip netns list shows"
                    : "run as root, or with CAP_SYS_ADMIN";
        }
        if (lower.contains("not permitted") || lower.contains("permission denied")) {
            return "run as root, or with CAP_NET_ADMIN";
        }
        return "run it by hand to see more";
    }

    @Override
    public String toString() {
        return String.join(" ", words);
    }
}
