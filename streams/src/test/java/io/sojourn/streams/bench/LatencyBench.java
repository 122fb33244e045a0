// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Stage;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** {@code ./sojourn bench latency}: how long after a sample's end its window of 1 s can be read. */
public final class LatencyBench {
    private static final String HELP = """
            Usage: sojourn bench latency [--queues N,...] [--threads N] [--format json|smile] [--seconds N] [--quick] [--json]
            Nodes of 200 queues send a batch a second, one node after the other within the second. Measured is the time
            from the end of a batch's interval, when it is sent, until a reader of committed records has the window of
            1 s that it falls into: the early one from live-windows, the final one from windows. The final one waits for
            the grace of 2 s.
              --queues N,...        default 1000,20000
              --threads N           stream threads of the job, default 1
              --format json|smile   what is on the topics, default json
              --seconds N           how long is measured, default 60; 20 with --quick
              --json                for programs
            """;
    private static final Set<String> KNOWN =
            Set.of("--queues", "--threads", "--format", "--seconds", "--quick", "--json");
    private static final int WARM_SECONDS = 15;

    /** A window of 1 s waits 2 s; what comes after both is still wanted. */
    private static final int TAIL_SECONDS = 5;

    private static final double GRACE_MILLIS = 2_000;
    private static final double FINAL_AIM_MILLIS = GRACE_MILLIS + 500;
    private static final double EARLY_AIM_MILLIS = 1_500;

    private final Options options;
    private final Progress progress;

    private LatencyBench(Options options) {
        this.options = options;
        this.progress = new Progress(options.queues().size());
    }

    /** Everything, as JSON has it. */
    private record Report(String machine, double loadBefore, String format, List<Delays> delays, List<Aim> aims) {}

    public static void main(String[] arguments) {
        Options options = Main.options("latency", List.of(1_000, 20_000), KNOWN, arguments);
        if (options.help()) {
            System.out.print(HELP);
            return;
        }
        Main.run(() -> new LatencyBench(options).run());
    }

    private void run() throws Exception {
        double loadBefore = Machine.load();
        List<Delays> delays = new ArrayList<>();
        try (Bed bed = new Bed(options.format())) {
            for (int queues : options.queues()) {
                progress.next(queues + " queues");
                delays.addAll(measure(bed, bed.create("latency-" + queues + "."), queues));
                progress.done("final p99 %d ms"
                        .formatted(delays.get(delays.size() - 1).p99Millis()));
            }
        }
        Report report =
                new Report(Machine.description(), loadBefore, options.format().name(), delays, aims(delays));
        System.out.print(options.json() ? Wire.json().writeValueAsString(report) + "\n" : text(report));
    }

    private List<Delays> measure(Bed bed, KafkaEnds ends, int queues) {
        int seconds = WARM_SECONDS + options.seconds() + TAIL_SECONDS;
        try (LiveLoad load = new LiveLoad(ends, queues, seconds, bed.folder(), progress);
                SideRun run = SideRun.fresh(bed, SideKind.WINDOWS, ends, options.threads(), true);
                WindowReader reader = new WindowReader(ends, Topic.WINDOWS, Topic.LIVE_WINDOWS)) {
            load.prepare();
            load.start();
            Listener listener = new Listener(load);
            while (!load.isOver()) {
                reader.poll(listener::take);
            }
            run.child().check();
            return List.of(
                    Delays.of("early windows", queues, listener.earlyMillis),
                    Delays.of("final windows", queues, listener.finalMillis));
        }
    }

    /** Takes the time of what comes. */
    private final class Listener {
        private final LiveLoad load;
        private final List<Long> earlyMillis = new ArrayList<>();
        private final List<Long> finalMillis = new ArrayList<>();
        private final Set<WindowHead> seen = new HashSet<>();

        Listener(LiveLoad load) {
            this.load = load;
        }

        void take(WindowHead head) {
            long fromMillis = load.firstEndMillis() + 1_000L * (WARM_SECONDS - 1);
            boolean measured =
                    head.startMillis() >= fromMillis && head.startMillis() < fromMillis + 1_000L * options.seconds();
            // Of early ones the first counts, and of those in several records the first record.
            if (measured && seen.add(head)) {
                long millis = System.currentTimeMillis() - load.sampleEndMillis(head.owner(), head.startMillis());
                (head.stage() == Stage.FINAL ? finalMillis : earlyMillis).add(millis);
            }
        }
    }

    private static List<Aim> aims(List<Delays> delays) {
        return delays.stream()
                .map(row -> Aim.below(
                        row.name() + ", " + row.queues() + " queues: p99, ms",
                        row.p99Millis(),
                        row.name().startsWith("final") ? FINAL_AIM_MILLIS : EARLY_AIM_MILLIS))
                .toList();
    }

    private String text(Report report) {
        StringBuilder text = new StringBuilder(String.format(
                "%s, load %.1f before; %s on the topics, %d stream thread(s), commits every %d ms%n",
                report.machine(),
                report.loadBefore(),
                report.format(),
                options.threads(),
                SideArguments.COMMIT_INTERVAL.toMillis()));
        text.append(Delays.head());
        report.delays().forEach(row -> text.append(row.line()));
        text.append("aims\n");
        report.aims().forEach(aim -> text.append(aim.line()));
        return text.toString();
    }
}
