// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import io.sojourn.launcher.command.Commands;
import io.sojourn.launcher.process.Refusal;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;

/** The {@code sojourn} command. */
public final class Sojourn {
    private Sojourn() {}

    public static void main(String[] arguments) {
        PrintWriter err = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
        System.exit(run(new StandardOutput(new FileOutputStream(FileDescriptor.out)), err, arguments));
    }

    /** As below; output that could not be written is a failure. */
    static int run(StandardOutput stdout, PrintWriter err, String... arguments) {
        int exitCode = run(new PrintWriter(stdout, true, StandardCharsets.UTF_8), err, arguments);
        if (stdout.failure() == null) {
            return exitCode;
        }
        err.println("sojourn: standard output cannot be written: " + stdout.failure() + "; write it somewhere else");
        err.flush();
        return Refusal.MISSING;
    }

    /** Runs one command and returns its exit code: see {@link Refusal}. */
    static int run(PrintWriter out, PrintWriter err, String... arguments) {
        CommandLine line = Commands.commandLine().setOut(out).setErr(err);
        line.setExecutionExceptionHandler((failure, command, parsed) -> report(failure, err));
        line.setParameterExceptionHandler((failure, args) -> {
            err.println("sojourn: " + failure.getMessage());
            CommandLine.UnmatchedArgumentException.printSuggestions(failure, err);
            err.println("Try: ./" + failure.getCommandLine().getCommandSpec().qualifiedName() + " --help");
            err.flush();
            return Refusal.WRONG_INPUT;
        });
        int exitCode = line.execute(arguments);
        out.flush();
        return exitCode;
    }

    private static void lines(Exception failure, PrintWriter err) {
        String.valueOf(failure.getMessage()).lines().forEach(line -> err.println("sojourn: " + line));
    }

    /** One line for what a person can mend; a stack trace only for what is a fault of ours. */
    private static int report(Exception failure, PrintWriter err) {
        try {
            if (failure instanceof Refusal refusal) {
                lines(refusal, err);
                return refusal.exitCode();
            }
            if (failure instanceof IllegalArgumentException) {
                lines(failure, err);
                return Refusal.WRONG_INPUT;
            }
            failure.printStackTrace(err);
            return Refusal.MISSING;
        } finally {
            err.flush();
        }
    }
}
