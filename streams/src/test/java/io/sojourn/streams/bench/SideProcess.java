// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import jdk.jfr.Recording;

/**
 * Runs one {@link Side} until its input ends. Commands: {@code heap} collects garbage and answers with what is left, in
 * bytes; {@code record} begins to record where the time goes, {@code dump FILE} ends it.
 */
final class SideProcess {
    /** Java threads, at most five each time. */
    static final Duration JAVA_PERIOD = Duration.ofMillis(10);

    /** One thread in native code each time, in turn: often, for most of them only wait. */
    static final Duration NATIVE_PERIOD = Duration.ofMillis(2);

    private final Recording recording = new Recording();

    public static void main(String[] words) throws IOException {
        SideArguments arguments = SideArguments.parse(words);
        try (Side side = arguments.kind().side(arguments)) {
            side.start();
            new SideProcess().obey();
        }
        System.exit(0);
    }

    private void obey() throws IOException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] words = line.split(" ", 2);
            switch (words[0]) {
                case "heap" -> Child.answer(Long.toString(heapBytes()));
                case "record" -> {
                    record();
                    Child.answer("recording");
                }
                case "dump" -> {
                    recording.stop();
                    recording.dump(Path.of(words[1]));
                    Child.answer("dumped");
                }
                default -> Child.answer("unknown command " + line);
            }
        }
    }

    private static long heapBytes() {
        System.gc();
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private void record() {
        recording.enable("jdk.ExecutionSample").withPeriod(JAVA_PERIOD);
        recording.enable("jdk.NativeMethodSample").withPeriod(NATIVE_PERIOD);
        recording.start();
    }
}
