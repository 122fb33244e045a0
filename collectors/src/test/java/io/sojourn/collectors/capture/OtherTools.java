// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What tshark and tcptrace count of each flow of a capture. */
final class OtherTools {
    private OtherTools() {}

    /** What a tool says of a flow. */
    static final class Counts {
        long data;
        long resent;
        long outOfOrder;
        long duplicateAcks;
        long rttSamples;
        double leastRttMicros = Double.POSITIVE_INFINITY;
        double sumRttMicros;

        double meanRttMicros() {
            return sumRttMicros / rttSamples;
        }

        private void rtt(double micros) {
            rttSamples++;
            leastRttMicros = Math.min(leastRttMicros, micros);
            sumRttMicros += micros;
        }
    }

    static boolean isInstalled(String tool) {
        return Stream.of(System.getenv("PATH").split(":")).anyMatch(path -> Files.isExecutable(Path.of(path, tool)));
    }

    /** tshark marks packets: what is said of an acknowledgment is the other direction's. */
    static Map<String, Counts> tshark(Path capture) throws IOException, InterruptedException {
        Map<String, Counts> flows = new TreeMap<>();
        run(
                line -> {
                    String[] field = line.split("\t", -1);
                    String from = field[0] + ":" + field[1];
                    String to = field[2] + ":" + field[3];
                    Counts own = flows.computeIfAbsent(from + ">" + to + "/tcp", name -> new Counts());
                    Counts acknowledged = flows.computeIfAbsent(to + ">" + from + "/tcp", name -> new Counts());
                    own.data += Long.parseLong(field[4]) > 0 ? 1 : 0;
                    own.resent += field[5].isEmpty() ? 0 : 1;
                    own.outOfOrder += field[6].isEmpty() ? 0 : 1;
                    acknowledged.duplicateAcks += field[7].isEmpty() ? 0 : 1;
                    if (!field[8].isEmpty()) {
                        acknowledged.rtt(Double.parseDouble(field[8]) * 1e6);
                    }
                },
                "tshark",
                "-r",
                capture.toString(),
                "-Y",
                "tcp",
                "-T",
                "fields",
                "-e",
                "ip.src",
                "-e",
                "tcp.srcport",
                "-e",
                "ip.dst",
                "-e",
                "tcp.dstport",
                "-e",
                "tcp.len",
                "-e",
                "tcp.analysis.retransmission",
                "-e",
                "tcp.analysis.out_of_order",
                "-e",
                "tcp.analysis.duplicate_ack",
                "-e",
                "tcp.analysis.ack_rtt");
        return flows;
    }

    static Map<String, Counts> tcptrace(Path capture) throws IOException, InterruptedException {
        Map<String, Counts> flows = new TreeMap<>();
        List<String> columns = new ArrayList<>();
        run(
                line -> {
                    String[] field = line.split(",", -1);
                    if (line.startsWith("conn_#")) {
                        columns.addAll(Arrays.asList(field));
                    } else if (!columns.isEmpty() && field.length == columns.size()) {
                        add(flows, columns, field);
                    }
                },
                "tcptrace",
                "-lrn",
                "--csv",
                capture.toString());
        return flows;
    }

    private static void add(Map<String, Counts> flows, List<String> columns, String[] row) {
        String a = row[1].strip() + ":" + row[3].strip();
        String b = row[2].strip() + ":" + row[4].strip();
        flows.put(a + ">" + b + "/tcp", counts(columns, row, "_a2b"));
        flows.put(b + ">" + a + "/tcp", counts(columns, row, "_b2a"));
    }

    private static Counts counts(List<String> columns, String[] row, String own) {
        Counts counts = new Counts();
        counts.data = (long) value(columns, row, "actual_data_pkts" + own);
        counts.resent = (long) value(columns, row, "rexmt_data_pkts" + own);
        counts.outOfOrder = (long) value(columns, row, "outoforder_pkts" + own);
        counts.duplicateAcks = (long) value(columns, row, "duplicate_acks" + own);
        counts.rttSamples = (long) value(columns, row, "RTT_samples" + own);
        counts.leastRttMicros = value(columns, row, "RTT_min" + own) * 1e3;
        counts.sumRttMicros = value(columns, row, "RTT_avg" + own) * 1e3 * counts.rttSamples;
        return counts;
    }

    private static double value(List<String> columns, String[] row, String name) {
        String text = row[columns.indexOf(name)].strip();
        return text.equals("NA") ? 0 : Double.parseDouble(text);
    }

    private static void run(Consumer<String> lines, String... command) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader out =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            out.lines().forEach(lines);
        }
        if (process.waitFor() != 0) {
            throw new IOException(command[0] + " ended with " + process.exitValue());
        }
    }
}
