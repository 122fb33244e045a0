// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What Linux says of processors and processes (proc(5)). Times have a resolution of 10 ms. */
final class Machine {
    private static final double TICKS_A_SECOND = 100;
    private static final int USER_TICKS = 11;
    private static final int SYSTEM_TICKS = 12;
    private static final int IDLE = 4;
    private static final int IO_WAIT = 5;
    private static final int STEAL = 8;

    private Machine() {}

    /**
     * Time of all processors since the machine started.
     *
     * @param busySeconds neither idle nor waiting for disks
     */
    record Processors(double busySeconds, double totalSeconds) {}

    static Processors processors() {
        String[] fields = read("/proc/stat").get(0).split("\\s+", -1);
        double total = 0;
        for (int i = 1; i <= STEAL; i++) {
            total += Long.parseLong(fields[i]) / TICKS_A_SECOND;
        }
        double idle = (Long.parseLong(fields[IDLE]) + Long.parseLong(fields[IO_WAIT])) / TICKS_A_SECOND;
        return new Processors(total - idle, total);
    }

    /** What a process has used, of user and system time. */
    static double cpuSeconds(long pid) {
        return seconds(read("/proc/" + pid + "/stat").get(0));
    }

    private static double seconds(String stat) {
        // The name in parentheses may hold spaces.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
        return (Long.parseLong(fields[USER_TICKS]) + Long.parseLong(fields[SYSTEM_TICKS])) / TICKS_A_SECOND;
    }

    /** What each kind of thread of a process has used, by the name that the kernel knows, numbers left out. */
    static Map<String, Double> threadSeconds(long pid) {
        Map<String, Double> seconds = new HashMap<>();
        try (Stream<Path> threads = Files.list(Path.of("/proc/" + pid + "/task"))) {
            threads.forEach(thread -> {
                String stat = read(thread.resolve("stat").toString()).get(0);
                String name = stat.substring(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
                seconds.merge(name.replaceAll("[#\\d]+$", ""), seconds(stat), Double::sum);
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return seconds;
    }

    static long residentBytes(long pid) {
        return read("/proc/" + pid + "/status").stream()
                .filter(line -> line.startsWith("VmRSS:"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")) * 1_024)
                .findFirst()
                .orElse(0);
    }

    /** Processes that ran or wanted to, on average over the last minute. */
    static double load() {
        return Double.parseDouble(read("/proc/loadavg").get(0).split(" ", -1)[0]);
    }

    static String description() {
        String model = read("/proc/cpuinfo").stream()
                .filter(line -> line.startsWith("model name"))
                .map(line -> line.substring(line.indexOf(':') + 2))
                .findFirst()
                .orElse("processor");
        return Runtime.getRuntime().availableProcessors() + " processors (" + model + "), Java "
                + System.getProperty("java.version");
    }

    private static List<String> read(String path) {
        try {
            return Files.readAllLines(Path.of(path));
        } catch (IOException e) {
            throw new UncheckedIOException(path, e);
        }
    }
}
