// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.IVersionProvider;

/** The top of the command line: it lists the commands that exist. */
@Command(
        name = "sojourn",
        mixinStandardHelpOptions = true,
        versionProvider = Commands.Version.class,
        synopsisSubcommandLabel = "COMMAND",
        description = {
            "Measures every queue and flow, finds the cause of delay and loss, and says which setting cures it.",
            ""
        },
        footer = {
            "",
            "Also: ./sojourn test  installs what the tests need and runs them.",
            "      ./sojourn bench engine  measures how fast the engine is.",
            "      ./sojourn bench accuracy  measures how right the verdicts are.",
            "Exit codes: 0 done; 1 found what --fail-on names, a node refused, or a figure is out;",
            "2 the command line or a file is wrong;",
            "3 something it needs is not there."
        },
        subcommands = {
            UpCommand.class,
            DemoCommand.class,
            ReplayCommand.class,
            AnalyseCommand.class,
            BenchCommand.class,
            NodeCommand.class,
            PolicyCommand.class,
            CollectCommand.class,
            LabCommand.class,
            FindingsCommand.class,
            RecommendationsCommand.class,
            DecideCommand.Approve.class,
            DecideCommand.Reject.class,
            SettingsCommand.class,
            InventoryCommand.class,
            StreamsCommand.class,
            TopicsCommand.class,
            DoctorCommand.class,
            HelpCommand.class
        })
public final class Commands {
    private Commands() {}

    /** A fresh command line; every call has its own state. */
    public static CommandLine commandLine() {
        return new CommandLine(new Commands())
                .setCaseInsensitiveEnumValuesAllowed(true)
                .setUsageHelpAutoWidth(true);
    }

    static final class Version implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = Commands.class.getPackage().getImplementationVersion();
            return new String[] {"sojourn " + (version == null ? "(unpackaged)" : version)};
        }
    }
}
