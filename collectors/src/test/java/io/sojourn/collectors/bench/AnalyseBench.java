// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** {@code ./sojourn bench analyse}: how fast captures are read, beside tshark and tcptrace on the same file. */
public final class AnalyseBench {
    private static final String HELP = """
            Usage: sojourn bench analyse [--megabytes N] [--quick]
            Reads one capture with analyse's reader (from the file to samples), with tshark -q -z conv,tcp and with
            tcptrace -lrn, in turn, each in a process of its own, start-up included; then one of twice the length. The reader has a heap of 64 MB.
            A program that is not installed is left out. The capture is a recorded run, again and again.
              --megabytes N   length of the first capture, default 200
              --quick         40 megabytes, one round instead of three
            """;
    private static final int ROUNDS = 3;

    private final long bytes;
    private final int rounds;
    private final Map<String, List<String>> programs = new LinkedHashMap<>();

    private AnalyseBench(long bytes, int rounds) {
        this.bytes = bytes;
        this.rounds = rounds;
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String classes = System.getProperty("java.class.path");
        programs.put(
                "analyse's reader",
                List.of(java, "-XX:+UseSerialGC", "-Xmx64m", "-cp", classes, OneCapture.class.getName()));
        addIfInstalled("tshark -q -z conv,tcp", List.of("tshark", "-q", "-z", "conv,tcp", "-r"));
        addIfInstalled("tcptrace -lrn", List.of("tcptrace", "-lrn"));
    }

    private void addIfInstalled(String name, List<String> command) {
        String tool = command.get(0);
        if (Stream.of(System.getenv("PATH").split(":")).anyMatch(path -> Files.isExecutable(Path.of(path, tool)))) {
            programs.put(name, command);
        } else {
            System.out.println(tool + " is not installed: apt-get install " + tool);
        }
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        long megabytes = 200;
        int rounds = ROUNDS;
        for (int i = 0; i < arguments.length; i++) {
            switch (arguments[i]) {
                case "-h", "--help" -> {
                    System.out.print(HELP);
                    return;
                }
                case "--quick" -> {
                    megabytes = 40;
                    rounds = 1;
                }
                case "--megabytes" -> megabytes = megabytes(++i < arguments.length ? arguments[i] : "");
                default -> refuse("unknown argument " + arguments[i] + "; see sojourn bench analyse --help");
            }
        }
        new AnalyseBench(megabytes * 1_000_000, rounds).run();
    }

    private static long megabytes(String text) {
        if (!text.matches("[1-9][0-9]{0,4}")) {
            refuse("--megabytes=" + text + "; must be from 1 to 99999");
        }
        return Long.parseLong(text);
    }

    private static void refuse(String line) {
        System.err.println("sojourn: " + line);
        System.exit(2);
    }

    private void run() throws IOException, InterruptedException {
        Path folder = Files.createTempDirectory("sojourn-bench");
        Path file = folder.resolve("capture.pcap");
        try {
            System.out.printf(Locale.ROOT, "%-24s%8s%10s%10s%14s%10s%n", "", "MB", "s", "MB/s", "x of reader", "MiB");
            for (long length : List.of(bytes, 2 * bytes)) {
                LongCapture.write(file, length);
                print(Files.size(file) / 1e6, measure(file));
            }
        } finally {
            Files.deleteIfExists(file);
            Files.delete(folder);
        }
    }

    private Map<String, Timed> measure(Path file) throws IOException, InterruptedException {
        Map<String, List<Timed>> runs = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (Map.Entry<String, List<String>> program : programs.entrySet()) {
                List<String> command = new ArrayList<>(program.getValue());
                command.add(file.toString());
                runs.computeIfAbsent(program.getKey(), name -> new ArrayList<>())
                        .add(Timed.run(command));
            }
        }
        Map<String, Timed> medians = new LinkedHashMap<>();
        runs.forEach((name, all) -> medians.put(name, median(all)));
        return medians;
    }

    private static Timed median(List<Timed> runs) {
        double seconds = runs.stream()
                .mapToDouble(Timed::seconds)
                .sorted()
                .skip(runs.size() / 2)
                .findFirst()
                .orElseThrow();
        return new Timed(
                seconds, runs.stream().mapToDouble(Timed::peakMebibytes).max().orElseThrow());
    }

    private static void print(double megabytes, Map<String, Timed> medians) {
        double own = medians.values().iterator().next().seconds();
        medians.forEach((name, timed) -> System.out.printf(
                Locale.ROOT,
                "%-24s%8.0f%10.2f%10.1f%14.2f%10.0f%n",
                name,
                megabytes,
                timed.seconds(),
                megabytes / timed.seconds(),
                timed.seconds() / own,
                timed.peakMebibytes()));
    }
}
