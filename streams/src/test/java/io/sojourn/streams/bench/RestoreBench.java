// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import io.sojourn.testkit.Fleet;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** {@code ./sojourn bench restore}: how long readers wait for windows when an instance of the job is killed. */
public final class RestoreBench {
    private static final String HELP = """
            Usage: sojourn bench restore [--queues N] [--threads N] [--format json|smile] [--quick] [--json]
            Kills the job (SIGKILL) half way through its samples, with windows of all sizes open, and measures the time until
            a reader of committed records has the next window of 1 s, and until it has one of every node again. Once
            with a new instance that has no state folder, once with a second instance that holds a standby copy.
            Both wait 10 s for the group to miss the killed one.
              --queues N            default 100000; 10000 with --quick
              --threads N           stream threads of each instance, default 1
              --format json|smile   what is on the topics, default json
              --json                for programs
            """;
    private static final Set<String> KNOWN = Set.of("--queues", "--threads", "--format", "--quick", "--json");
    private static final long SEED = 3;
    private static final int EVENT_SECONDS = 60;
    private static final long HOUR_MILLIS = 3_600_000;
    private static final long PATIENCE_MILLIS = 300_000;

    private final Options options;
    private final Progress progress = new Progress(4);

    private RestoreBench(Options options) {
        this.options = options;
    }

    /**
     * After the kill.
     *
     * @param firstSeconds until any window came out; with a standby, of the instance that goes on as well
     * @param allSeconds until one of every node had come out
     */
    private record Restored(boolean standby, int queues, double firstSeconds, double allSeconds) {
        String line() {
            return String.format(
                    Locale.ROOT,
                    "%10d  %-34s%16.1f%18.1f%n",
                    queues,
                    standby ? "a standby takes over" : "a new instance, no state folder",
                    firstSeconds,
                    allSeconds);
        }
    }

    /** Everything, as JSON has it. */
    private record Report(String machine, double loadBefore, String format, List<Restored> restored) {}

    public static void main(String[] arguments) {
        boolean quick = List.of(arguments).contains("--quick");
        Options options = Main.options("restore", List.of(quick ? 10_000 : 100_000), KNOWN, arguments);
        if (options.help()) {
            System.out.print(HELP);
            return;
        }
        Main.run(() -> new RestoreBench(options).run());
    }

    private void run() throws Exception {
        double loadBefore = Machine.load();
        int queues = options.queues().get(0);
        List<Restored> restored = new ArrayList<>();
        try (Bed bed = new Bed(options.format())) {
            for (boolean standby : List.of(false, true)) {
                restored.add(measure(bed, queues, standby));
            }
        }
        Report report =
                new Report(Machine.description(), loadBefore, options.format().name(), restored);
        System.out.print(options.json() ? Wire.json().writeValueAsString(report) + "\n" : text(report));
    }

    private Restored measure(Bed bed, int queues, boolean standby) {
        KafkaEnds ends = bed.create("restore-" + standby + ".");
        Fleet fleet = fleet(queues);
        progress.next(queues + " queues: fill the topic with " + EVENT_SECONDS + " s");
        new Fill(ends, fleet, progress).batches(EVENT_SECONDS);
        progress.done("%d samples".formatted((long) EVENT_SECONDS * queues));
        progress.next(standby ? "killed with a standby" : "killed, and started again without its folder");
        try (SideRun killed = instance(bed, ends, "first", standby)) {
            // The one that goes on is there from the start, or comes in place of the killed one.
            SideRun other = standby ? instance(bed, ends, "second", true) : null;
            killed.require((long) EVENT_SECONDS * fleet.plan().nodes() / 2);
            killed.child().kill();
            long killedMillis = System.currentTimeMillis();
            try (SideRun next = other != null ? other : instance(bed, ends, "second", false);
                    WindowReader reader = new WindowReader(ends, Topic.WINDOWS)) {
                Restored restored = await(reader, fleet.plan(), killedMillis, standby, next);
                progress.done("all nodes again after %.1f s".formatted(restored.allSeconds()));
                return restored;
            }
        } finally {
            bed.delete(ends.topicPrefix());
        }
    }

    private SideRun instance(Bed bed, KafkaEnds ends, String name, boolean standby) {
        String group = ends.topicPrefix() + "windows";
        return SideRun.start(
                bed,
                new SideArguments(
                        SideKind.WINDOWS,
                        ends,
                        group,
                        bed.folder().resolve(group + "-" + name),
                        options.threads(),
                        false,
                        standby ? 1 : 0));
    }

    private Restored await(WindowReader reader, Fleet.Plan plan, long killedMillis, boolean standby, SideRun next) {
        Set<String> back = new HashSet<>();
        double firstSeconds = Double.NaN;
        while (back.size() < plan.nodes()) {
            reader.poll(head -> back.add(head.owner()));
            double seconds = (System.currentTimeMillis() - killedMillis) / 1e3;
            if (!back.isEmpty() && Double.isNaN(firstSeconds)) {
                firstSeconds = seconds;
            }
            next.child().check();
            progress.at("%.0f s, %d of %d nodes".formatted(seconds, back.size(), plan.nodes()));
            if (seconds * 1e3 > PATIENCE_MILLIS) {
                throw new BenchFailure(
                        back.size() + " of " + plan.nodes() + " nodes were back after " + seconds + " s");
            }
        }
        double allSeconds = (System.currentTimeMillis() - killedMillis) / 1e3;
        return new Restored(standby, Math.toIntExact(plan.queues()), firstSeconds, allSeconds);
    }

    private static Fleet fleet(int queues) {
        long startMillis = (System.currentTimeMillis() - EVENT_SECONDS * 1_000) / HOUR_MILLIS * HOUR_MILLIS;
        return new Fleet(new Fleet.Plan(
                SEED, queues / Options.QUEUES_A_NODE, Options.QUEUES_A_NODE, Clocking.RECORDED, startMillis, false));
    }

    private String text(Report report) {
        StringBuilder text = new StringBuilder(String.format(
                "%s, load %.1f before; %s on the topics, %d stream thread(s) an instance%n",
                report.machine(), report.loadBefore(), report.format(), options.threads()));
        text.append(String.format(
                "%10s  %-34s%16s%18s%n", "queues", "s until a window is out", "the first", "of every node"));
        report.restored().forEach(row -> text.append(row.line()));
        return text.toString();
    }
}
