// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Wire;
import io.sojourn.testkit.Fleet;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** {@code ./sojourn bench windows}: how fast the windows are beside what bounds them and what one would write otherwise. */
public final class WindowsBench {
    private static final String HELP = """
            Usage: sojourn bench windows [--queues N,...] [--threads N] [--format json|smile] [--early on|off]
                                         [--seconds N] [--only PART] [--quick] [--json]
            Measures the windows job on batches of 200 queue samples, for each number of queues, with a broker in a
            process of its own on this machine: samples a second beside a consumer that only reads and parses, and beside
            the same windows of 1 s written with the Kafka Streams DSL; whether it keeps up with the most queues sampled
            every second; memory over an hour of event time; where its time goes.
              --queues N,...        default 1000,10000,100000
              --threads N           stream threads of each side that is compared, 1 to 4, default 1; live it has 2
              --format json|smile   what is on the topics, default json
              --early on|off        with early results, or without; default off where sides are compared, and live both
              --seconds N           how long the live run is measured, default 60
              --only PART           compare, profile, live or memory
              --quick               about a quarter of the data, 20 s live; figures vary by 20 %
              --json                for programs
            Exit code 0 when it was measured, whether or not the aims are reached.
            """;
    private static final Set<String> KNOWN =
            Set.of("--queues", "--threads", "--format", "--early", "--seconds", "--only", "--quick", "--json");

    private static final long SEED = 1;
    private static final long SAMPLES = 6_000_000;
    private static final long SINGLES = 2_000_000;
    private static final int QUICK_SHARE = 4;
    private static final long LEAST_SECONDS = 4;
    private static final int MEMORY_QUEUES = 1_000;
    private static final double LIMIT_SECONDS = 60;
    private static final long HOUR_MILLIS = 3_600_000;
    private static final double AIM_OF_READING = 0.5;
    private static final double AIM_OF_DSL = 10;

    private final Options options;
    private final Progress progress;
    private final List<Comparison> comparisons = new ArrayList<>();
    private final List<KeptUp> live = new ArrayList<>();
    private MemoryRun memory;
    private Profile profile;

    private WindowsBench(Options options) {
        this.options = options;
        this.progress = new Progress(steps());
    }

    /** All three on the same data. */
    private record Comparison(int queues, long eventSeconds, List<Throughput> sides) {
        double ratio(SideKind kind, SideKind base) {
            return rate(kind) / rate(base);
        }

        private double rate(SideKind kind) {
            return sides.stream()
                    .filter(side -> side.kind() == kind)
                    .mapToDouble(Throughput::samplesPerSecond)
                    .sum();
        }

        List<Aim> aims() {
            return List.of(
                    Aim.atLeast(
                            "times read and parse only, " + queues + " queues",
                            ratio(SideKind.WINDOWS, SideKind.READ),
                            AIM_OF_READING),
                    Aim.atLeast(
                            "times Kafka Streams DSL, " + queues + " queues",
                            ratio(SideKind.WINDOWS, SideKind.DSL),
                            AIM_OF_DSL));
        }
    }

    /** Everything, as JSON has it. */
    private record Report(
            String machine,
            double loadBefore,
            String format,
            int threads,
            List<Comparison> comparisons,
            List<KeptUp> live,
            MemoryRun memory,
            Profile profile,
            List<Aim> aims) {}

    public static void main(String[] arguments) throws JsonProcessingException {
        Options options = Main.options("windows", List.of(1_000, 10_000, 100_000), KNOWN, arguments);
        if (options.help()) {
            System.out.print(HELP);
            return;
        }
        Main.run(() -> new WindowsBench(options).run());
    }

    private int steps() {
        int sides = options.has("compare") ? options.queues().size() * (2 + SideKind.values().length) : 0;
        int profiles = options.has("profile") ? options.has("compare") ? 1 : 2 : 0;
        return sides + profiles + (options.has("live") ? options.early().size() : 0) + (options.has("memory") ? 2 : 0);
    }

    private void run() throws JsonProcessingException {
        double loadBefore = Machine.load();
        show(String.format(
                "%s, load %.1f before; %s on the topics, %d stream thread(s) a side, commits every %d ms%n",
                Machine.description(),
                loadBefore,
                options.format(),
                options.threads(),
                SideArguments.COMMIT_INTERVAL.toMillis()));
        int most = Collections.max(options.queues());
        try (Bed bed = new Bed(options.format())) {
            for (int queues : options.queues()) {
                throughput(bed, queues, options.has("profile") && queues == most);
            }
            if (options.has("live")) {
                live(bed, most);
            }
            if (options.has("memory")) {
                remember(bed);
            }
        }
        if (!aims().isEmpty()) {
            show("\naims\n");
        }
        aims().forEach(aim -> show(aim.line()));
        if (options.json()) {
            Report report = new Report(
                    Machine.description(),
                    loadBefore,
                    options.format().name(),
                    options.threads(),
                    comparisons,
                    live,
                    memory,
                    profile,
                    aims());
            System.out.println(Wire.json().writeValueAsString(report));
        }
    }

    /** At once: the whole takes long, and what is known is known. */
    private void show(String text) {
        if (!options.json()) {
            System.out.print(text);
            System.out.flush();
        }
    }

    private void live(Bed bed, int queues) {
        show("\nlive, every queue once a second\n");
        for (boolean early : options.early()) {
            progress.next(queues + " queues live, early results " + (early ? "on" : "off"));
            KafkaEnds ends = bed.create("live-" + early + ".");
            KeptUp run = KeptUp.measure(bed, ends, queues, early, options, progress);
            live.add(run);
            progress.done("lag %.1f s".formatted(run.lagLastSeconds()));
            show(run.text());
            bed.delete(ends.topicPrefix());
        }
    }

    private void throughput(Bed bed, int queues, boolean profiled) {
        if (!options.has("compare") && !profiled) {
            return;
        }
        KafkaEnds ends = bed.create("q" + queues + ".");
        long seconds = seconds(SAMPLES, queues);
        progress.next(queues + " queues: fill the topic with " + seconds + " s");
        new Fill(ends, fleet(queues, seconds), progress).batches(seconds);
        progress.done("%d samples".formatted(seconds * queues));
        if (options.has("compare")) {
            compare(bed, ends, queues, seconds);
        }
        if (profiled) {
            profile(bed, ends, seconds * queues / Options.QUEUES_A_NODE);
        }
        bed.delete(ends.topicPrefix());
    }

    private long seconds(long samples, int queues) {
        return Math.max(LEAST_SECONDS, (options.quick() ? samples / QUICK_SHARE : samples) / queues);
    }

    private boolean early() {
        return options.early().equals(List.of(true));
    }

    private void compare(Bed bed, KafkaEnds ends, int queues, long seconds) {
        long singleSeconds = seconds(SINGLES, queues);
        progress.next(queues + " queues: the same as a record a sample, " + singleSeconds + " s");
        new Fill(ends, fleet(queues, seconds), progress).singles(singleSeconds);
        progress.done("%d samples".formatted(singleSeconds * queues));
        List<Throughput> sides = new ArrayList<>();
        for (SideKind kind : SideKind.values()) {
            progress.next(queues + " queues: " + kind.label());
            long records = (kind == SideKind.DSL ? singleSeconds : seconds) * queues / kind.samplesARecord();
            double limit = options.quick() ? LIMIT_SECONDS / QUICK_SHARE : LIMIT_SECONDS;
            Throughput side = Throughput.measure(bed, kind, ends, options.threads(), early(), records, limit);
            sides.add(side);
            progress.done("%.0f samples/s".formatted(side.samplesPerSecond()));
        }
        comparisons.add(new Comparison(queues, seconds, sides));
        show(String.format("%n%d queues, %d s of event time%n", queues, seconds));
        show(Throughput.head());
        sides.forEach(side -> show(side.line()));
    }

    private void profile(Bed bed, KafkaEnds ends, long records) {
        progress.next("where the time goes");
        Path file = bed.folder().resolve("profile.jfr");
        try (SideRun run = SideRun.fresh(bed, SideKind.WINDOWS, ends, options.threads(), early())) {
            run.require(1);
            run.await(records / 4, LIMIT_SECONDS / 4);
            Map<String, Double> before = run.child().threadSeconds();
            run.child().ask("record");
            run.await(records, options.quick() ? LIMIT_SECONDS / 2 : LIMIT_SECONDS);
            Map<String, Double> used = run.child().threadSeconds();
            used.replaceAll((thread, seconds) -> seconds - before.getOrDefault(thread, 0.0));
            run.child().ask("dump " + file);
            profile = Profile.read(file, used);
        }
        progress.done("%d samples of stacks".formatted(profile.samples()));
        show("\n" + profile.text());
    }

    private void remember(Bed bed) {
        int queues = Math.min(MEMORY_QUEUES, Collections.min(options.queues()));
        long seconds = options.quick() ? 700 : MemoryRun.SECONDS;
        KafkaEnds ends = bed.create("memory.");
        progress.next(queues + " queues: fill the topic with " + seconds + " s");
        new Fill(ends, fleet(queues, seconds), progress).batches(seconds);
        progress.done("%d samples".formatted(seconds * queues));
        progress.next(queues + " queues: memory over event time");
        memory = MemoryRun.measure(bed, ends, queues, seconds, options.threads(), progress);
        progress.done("%d readings".formatted(memory.readings().size()));
        show("\n" + memory.text());
        bed.delete(ends.topicPrefix());
    }

    /** A recording that ended lately, so that its times are no stranger to a broker than a live one's. */
    private static Fleet fleet(int queues, long seconds) {
        long startMillis = (System.currentTimeMillis() - seconds * 1_000) / HOUR_MILLIS * HOUR_MILLIS;
        return new Fleet(new Fleet.Plan(
                SEED, queues / Options.QUEUES_A_NODE, Options.QUEUES_A_NODE, Clocking.RECORDED, startMillis, false));
    }

    private List<Aim> aims() {
        List<Aim> aims = new ArrayList<>();
        comparisons.forEach(comparison -> aims.addAll(comparison.aims()));
        live.forEach(run -> aims.add(run.aim()));
        return aims;
    }
}
