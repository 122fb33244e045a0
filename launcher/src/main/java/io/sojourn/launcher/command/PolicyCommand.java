// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.launcher.process.Refusal;
import io.sojourn.node.policy.Policy;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
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
        subcommands = {PolicyCheckCommand.class, PolicyCommand.ShowTree.class, DisciplinesCommand.class})
final class PolicyCommand implements Callable<Integer> {
    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getErr());
        return Refusal.WRONG_INPUT;
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
        @Parameters(paramLabel = "FILE", description = "policy file; - is standard input")
        private Path file = Path.of("");

        @Option(names = "--json", description = "the same as JSON")
        private boolean json;

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() throws IOException {
            Policy policy = PolicyInput.read(file);
            PrintWriter out = spec.commandLine().getOut();
            out.print(
                    json
                            ? Show.json(Wire.json().valueToTree(policy.view())) + System.lineSeparator()
                            : PolicyTree.of(policy.view()));
            PrintWriter err = spec.commandLine().getErr();
            policy.warnings().forEach(warning -> err.println("sojourn: " + PolicyInput.warning(file, warning)));
            return 0;
        }
    }
}
