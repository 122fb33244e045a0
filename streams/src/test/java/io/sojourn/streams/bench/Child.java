// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A process of the benchmark on the same class path: a line of command in, a line of answer out. It ends when its input
 * does, so none is left behind when the benchmark is killed.
 */
final class Child implements AutoCloseable {
    private static final String MARK = "= ";
    private static final int STOP_SECONDS = 20;

    private final String name;
    private final Path errors;
    private final Process process;
    private final BufferedWriter commands;
    private final BufferedReader answers;

    private Child(String name, Path errors, Process process) {
        this.name = name;
        this.errors = errors;
        this.process = process;
        this.commands = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    static Child start(String name, Path folder, List<String> jvmOptions, Class<?> main, List<String> arguments) {
        Path errors = folder.resolve(name + ".log");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(jvmOptions);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        command.addAll(arguments);
        try {
            Process process = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.appendTo(errors.toFile()))
                    .start();
            return new Child(name, errors, process);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Of a child's own: answers the command. */
    static void answer(String text) {
        System.out.println(MARK + text);
        System.out.flush();
    }

    String ask(String command) {
        try {
            commands.write(command);
            commands.newLine();
            commands.flush();
        } catch (IOException e) {
            throw new BenchFailure(name + " ended: " + lastErrors(), e);
        }
        return awaitAnswer();
    }

    /** The next line that is an answer. */
    String awaitAnswer() {
        try {
            for (String line = answers.readLine(); line != null; line = answers.readLine()) {
                if (line.startsWith(MARK)) {
                    return line.substring(MARK.length());
                }
            }
        } catch (IOException e) {
            throw new BenchFailure(name + ": " + e.getMessage(), e);
        }
        throw new BenchFailure(name + " ended: " + lastErrors());
    }

    void check() {
        if (!process.isAlive()) {
            throw new BenchFailure(name + " ended: " + lastErrors());
        }
    }

    double cpuSeconds() {
        check();
        return Machine.cpuSeconds(process.pid());
    }

    Map<String, Double> threadSeconds() {
        check();
        return Machine.threadSeconds(process.pid());
    }

    long residentBytes() {
        check();
        return Machine.residentBytes(process.pid());
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
        await();
    }

    /** Ends its input, and the process itself when that is not enough. */
    @Override
    public void close() {
        try {
            commands.close();
        } catch (IOException e) {
            // It has ended by itself, which is what is wanted.
        }
        if (!await()) {
            process.destroyForcibly();
        }
    }

    private boolean await() {
        try {
            return process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private String lastErrors() {
        try {
            List<String> lines = Files.readAllLines(errors);
            return String.join("\n", lines.subList(Math.max(0, lines.size() - 8), lines.size()));
        } catch (IOException e) {
            return "no reason given";
        }
    }
}
