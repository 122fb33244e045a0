// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sojourn.console.ConsoleConfig;
import io.sojourn.launcher.embedded.EmbeddedBroker;
import io.sojourn.launcher.process.DataFolder;
import io.sojourn.launcher.process.Input;
import io.sojourn.launcher.process.LogFile;
import io.sojourn.launcher.process.OneProcess;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.launcher.process.Replay;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.SampleExporter;
import io.sojourn.telemetry.Wire;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A recorded run through the whole pipeline. */
@Command(
        name = "replay",
        mixinStandardHelpOptions = true,
        description = {
            "Send a recorded run (or a capture) through broker, streams, analytics and store, and print the verdict.",
            "Uses the Sojourn that runs; when none does, one of its own for as long as it takes.",
            "Sending the same run again changes nothing: what was there is recognized."
        })
final class ReplayCommand implements Callable<Integer> {
    /** A second every ten: slower, and the run would be taken for one whose node is gone. */
    private static final double SLOWEST = 0.1;

    private static final double FASTEST = 10_000;

    @Parameters(paramLabel = "FOLDER", description = "the folder of a recorded run, or a capture")
    private Path folder;

    @Mixin
    private Connection connection = new Connection();

    @Option(names = "--speed", paramLabel = "X", description = "times real time; default: as fast as it goes")
    private double speed;

    @Option(names = "--wait", paramLabel = "SECONDS", description = "longest wait for the verdict; default: 120")
    private int waitSeconds = 120;

    @Option(names = "--json", description = "the verdicts as JSON")
    private boolean json;

    @Option(
            names = "--fail-on",
            split = ",",
            description = "exit 1 when one of these is the verdict: ${COMPLETION-CANDIDATES}")
    private List<Cause> failOn = List.of();

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws Exception {
        if (speed != 0 && !(speed >= SLOWEST && speed <= FASTEST)) {
            throw Refusal.wrongInput("--speed " + speed + "; must be 0, as fast as it goes, or from 0.1 to 10000");
        }
        new Input(folder, false).check();
        KafkaEnds ends = connection.ends();
        if (connection.isExplicit() || Reachable.isAny(ends)) {
            Reachable.check(ends);
            return through(ends, connection.console());
        }
        return throughOneOfItsOwn();
    }

    private int throughOneOfItsOwn() throws Exception {
        PrintWriter err = spec.commandLine().getErr();
        err.println("sojourn: no Sojourn runs at " + connection.ends().bootstrapServers()
                + "; starting one for this run (./sojourn up keeps one running)");
        err.flush();
        Path path = Files.createTempDirectory("sojourn-replay");
        try (DataFolder data = new DataFolder(path)) {
            data.lock();
            LogFile.use(data.path("log/sojourn.log"));
            int port = EmbeddedBroker.freePort();
            KafkaEnds ends = connection.ends(ConsoleConfig.LOOPBACK + ":" + port);
            try (OneProcess process = new OneProcess(data, ends, port, ConsoleConfig.local(0), null)) {
                process.start(part -> {});
                return through(ends, new ConsoleClient(process.address().toString()));
            }
        } finally {
            DataFolder.deleteTree(path);
        }
    }

    private int through(KafkaEnds ends, ConsoleClient console) throws Exception {
        Progress progress = new Progress(spec.commandLine().getErr());
        Replay replay;
        try (SampleExporter exporter = new SampleExporter(ends)) {
            replay = new Replay(exporter, speed, progress::sent);
            new Input(folder, false).read(replay);
            replay.finish();
        } catch (IllegalStateException e) {
            throw Refusal.missing(String.valueOf(e.getMessage()));
        }
        List<VerdictView> verdicts = new Outcomes(console, replay, waitSeconds, progress::waiting).await();
        progress.done();
        print(verdicts, replay.node());
        return verdicts.stream().anyMatch(verdict -> verdict.isOneOf(failOn)) ? Refusal.ALARM : 0;
    }

    private void print(List<VerdictView> verdicts, String node) {
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            ObjectNode answer = Wire.json().createObjectNode();
            answer.put("input", folder.toString()).put("node", node);
            ArrayNode list = answer.putArray("verdicts");
            verdicts.forEach(verdict -> list.add(verdict.json()));
            out.println(Show.json(answer));
            return;
        }
        out.println(node);
        VerdictView.print(verdicts, out);
        if (verdicts.isEmpty()) {
            out.println("no data: no queue of it was seen");
        }
    }
}
