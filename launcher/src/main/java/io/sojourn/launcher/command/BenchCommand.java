// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.launcher.process.Refusal;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** The benchmarks that run from the jar; those of the modules need test code, and the start script runs them. */
@Command(
        name = "bench",
        hidden = true,
        mixinStandardHelpOptions = true,
        description = "Measure how good it is. ./sojourn bench lists the benchmarks that are built first.",
        subcommands = AccuracyCommand.class)
final class BenchCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return Refusal.WRONG_INPUT;
    }
}
