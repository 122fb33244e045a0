// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.launcher.process.SettingSigner;
import io.sojourn.launcher.process.SettingsWriter;
import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Setting;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Units;
import io.sojourn.telemetry.Wire;
import java.io.PrintWriter;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** What queues were told, and what their nodes made of it. */
@Command(
        name = "settings",
        mixinStandardHelpOptions = true,
        description = "List settings and the nodes' answers; `settings set` writes one.",
        subcommands = SettingsCommand.Set.class)
final class SettingsCommand implements Callable<Integer> {
    @Mixin
    private Connection connection = new Connection();

    @Option(names = "--json", description = "as JSON")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() {
        ConsoleClient console = connection.console();
        JsonNode settings = console.get("/api/settings?limit=1000").path("settings");
        JsonNode answers = console.get("/api/applied-settings?limit=1000").path("appliedSettings");
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            ObjectNode both = Wire.json().createObjectNode();
            both.set("settings", settings);
            both.set("appliedSettings", answers);
            out.println(Show.json(both));
            return 0;
        }
        Table table = new Table("QUEUE", "REVISION", "SETTING", "BY", "ISSUED", "ANSWER");
        List<AppliedSetting> applied = Show.records(answers, AppliedSetting.class);
        for (JsonNode s : settings) {
            table.row(
                    s.path("node").asText() + "/" + s.path("queue").asText(),
                    s.path("revision").asText(),
                    Show.settings(Show.record(s.path("settings"), QueueSettings.class)),
                    s.path("author").asText(),
                    Show.time(s.path("issuedMillis").asLong()),
                    answer(applied, s));
        }
        out.print(table.isEmpty() ? "no settings yet" + System.lineSeparator() : table.toString());
        return 0;
    }

    private static String answer(List<AppliedSetting> applied, JsonNode setting) {
        return applied.stream()
                .filter(a -> a.node().equals(setting.path("node").asText())
                        && a.queue().equals(setting.path("queue").asText())
                        && a.revision() == setting.path("revision").asLong())
                .findFirst()
                .map(a -> a.reason().isEmpty() ? a.outcome().name() : a.outcome() + ": " + a.reason())
                .orElse("none yet");
    }

    /** Writes a setting by hand. */
    @Command(
            name = "set",
            mixinStandardHelpOptions = true,
            description = {
                "Sign a setting and send it to its node. The node checks it against its own bounds and the revision in force.",
                "Example: ./sojourn settings set edge-1 wan0 --discipline SHAPER --rate 20Mbit --burst 10000B --limit 200p"
            })
    static final class Set implements Callable<Integer> {
        @Mixin
        private Connection connection = new Connection();

        @Parameters(index = "0", paramLabel = "NODE", description = "as `findings` shows it")
        private String node;

        @Parameters(index = "1", paramLabel = "QUEUE", description = "as `findings` shows it")
        private String queue;

        @Option(names = "--discipline", required = true, description = "POLICER, SHAPER, FIFO, CODEL or FQ_CODEL")
        private Discipline discipline;

        @Option(
                names = "--rate",
                paramLabel = "RATE",
                description = "20Mbit; left out only for a class of a scheduler without rates")
        private @Nullable String rate;

        @Option(names = "--burst", paramLabel = "SIZE", description = "625000B; needed for POLICER and SHAPER")
        private @Nullable String burst;

        @Option(names = "--limit", paramLabel = "PACKETS", description = "most packets that may wait: 200p")
        private @Nullable String limit;

        @Option(names = "--limit-bytes", paramLabel = "SIZE", description = "most bytes that may wait")
        private @Nullable String limitBytes;

        @Option(names = "--target", paramLabel = "TIME", description = "delay that CODEL and FQ_CODEL hold: 5ms")
        private @Nullable String target;

        @Option(names = "--interval", paramLabel = "TIME", description = "of CODEL and FQ_CODEL: 100ms")
        private @Nullable String interval;

        @Option(names = "--accounting", description = "what rate and burst count: ${COMPLETION-CANDIDATES}")
        private LengthAccounting accounting = LengthAccounting.ETHERNET;

        @Option(
                names = "--expected-revision",
                paramLabel = "N",
                description = "revision it is made for; default: the one in force")
        private @Nullable Long expectedRevision;

        @Option(names = "--author", paramLabel = "NAME", description = "default: the user's name")
        private String author = System.getProperty("user.name", "unknown");

        @Spec
        private CommandSpec spec;

        @Override
        public Integer call() throws InterruptedException {
            QueueSettings wanted = settings();
            ConsoleClient console = connection.console();
            Revisions revisions = Revisions.of(console, node, queue);
            long expected = expectedRevision != null ? expectedRevision : revisions.inForce();
            SettingSigner signer = new SettingSigner(connection.folder().existingSigningKey(), Clock.systemUTC());
            Setting setting = signer.sign(node, queue, revisions.next(), expected, wanted, author, null);
            KafkaEnds ends = connection.ends();
            Reachable.check(ends);
            try (SettingsWriter writer = new SettingsWriter(ends)) {
                writer.send(Topic.SETTINGS, Topic.queueKey(node, queue), setting);
            } catch (IllegalStateException e) {
                throw Refusal.missing(String.valueOf(e.getMessage()));
            }
            PrintWriter out = spec.commandLine().getOut();
            out.println("sent revision " + setting.revision() + ": " + Show.settings(setting.settings()));
            out.flush();
            return NodeAnswer.await(console, out, node, queue, a -> a.revision() == setting.revision(), 15);
        }

        private QueueSettings settings() {
            if (!discipline.isSettable()) {
                throw Refusal.wrongInput("--discipline " + discipline + "; must be " + Discipline.settable()
                        + ", others stand in the policy file only");
            }
            boolean bucket = discipline == Discipline.POLICER || discipline == Discipline.SHAPER;
            if (bucket && (rate == null || burst == null)) {
                throw Refusal.wrongInput("--discipline " + discipline + " needs --rate and --burst");
            }
            if (discipline == Discipline.SHAPER && limit == null && limitBytes == null) {
                throw Refusal.wrongInput(
                        "--discipline SHAPER needs a limit; give --limit 200p or --limit-bytes 300000B");
            }
            return new QueueSettings(
                    discipline,
                    rate == null ? null : (Long) Units.rateBitsPerSecond("--rate", rate),
                    burst == null ? null : (Long) Units.sizeBytes("--burst", burst),
                    limit == null ? null : Units.packets("--limit", limit),
                    limitBytes == null ? null : Units.sizeBytes("--limit-bytes", limitBytes),
                    target == null ? null : (Long) Units.timeMicros("--target", target),
                    interval == null ? null : (Long) Units.timeMicros("--interval", interval),
                    accounting);
        }
    }
}
