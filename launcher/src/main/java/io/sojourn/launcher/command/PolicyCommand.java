// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.launcher.process.Refusal;
import io.sojourn.node.policy.Policy;
import io.sojourn.node.policy.PolicyException;
import io.sojourn.node.policy.PolicyProblem;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Looks at policy files without running a node. */
@Command(
        name = "policy",
        mixinStandardHelpOptions = true,
        description = {
            "Check policy files, show what they come to, list what can be written in them.",
            "docs/20-policy-file.md explains the file."
        },
        subcommands = {PolicyCommand.Check.class, PolicyCommand.ShowTree.class, DisciplinesCommand.class})
final class PolicyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return Refusal.WRONG_INPUT;
    }

    /** Reads a file, or refuses with everything that is wrong with it. */
    static Policy read(Path file) throws IOException {
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw Refusal.wrongInput(file + " cannot be read; give a policy file, as YAML");
        }
        try {
            return Policy.read(file);
        } catch (PolicyException e) {
            throw Refusal.wrongInput(String.valueOf(e.getMessage()));
        }
    }

    /** One line for a warning. */
    static String warning(Path file, PolicyProblem warning) {
        return file + ": warning: " + warning.path() + ": " + warning.value() + "; should be " + warning.bound() + "; "
                + warning.mend();
    }

    /** {@code policy check}. */
    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = {
                "Read policy files and say everything that is wrong with them.",
                "Exit code 0: a node would take them all, warnings or not; 2: one is wrong."
            })
    static final class Check implements Callable<Integer> {
        @Parameters(arity = "1..*", paramLabel = "FILE", description = "policy files")
        private List<Path> files = List.of();

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException {
            int exitCode = 0;
            for (Path file : files) {
                try {
                    tell(file, read(file));
                } catch (Refusal refusal) {
                    spec.commandLine().getErr().println(refusal.getMessage());
                    exitCode = Refusal.WRONG_INPUT;
                }
            }
            return exitCode;
        }

        private void tell(Path file, Policy policy) {
            PrintWriter out = spec.commandLine().getOut();
            policy.warnings().forEach(warning -> out.println(warning(file, warning)));
            out.println(file + ": node " + policy.node() + ", fine: "
                    + count(policy.queueNames().size(), "queue") + ", "
                    + count(policy.warnings().size(), "warning"));
        }

        private static String count(int number, String what) {
            return number + " " + what + (number == 1 ? "" : "s");
        }
    }

    /** {@code policy show}. */
    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = {
                "Draw what a policy file comes to: each link's tree with every setting in force, then the rules.",
                "Settings in parentheses are not in the file: they are computed, see policy disciplines."
            })
    static final class ShowTree implements Callable<Integer> {
        @Parameters(paramLabel = "FILE", description = "policy file")
        private Path file = Path.of("");

        @Option(names = "--json", description = "the same as JSON")
        private boolean json;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException {
            Policy policy = read(file);
            PrintWriter out = spec.commandLine().getOut();
            out.print(
                    json
                            ? Show.json(Wire.json().valueToTree(policy.view())) + System.lineSeparator()
                            : PolicyTree.of(policy.view()));
            policy.warnings().forEach(warning -> spec.commandLine().getErr().println(warning(file, warning)));
            return 0;
        }
    }
}
