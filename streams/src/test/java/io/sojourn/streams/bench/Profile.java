// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordingFile;

/**
 * Where the processor time of a process goes: what collects garbage, compiles and tidies stores by the time of its threads,
 * and that of all the others as samples of their stacks divide it.
 *
 * @param cpuSeconds what the process used while it was recorded
 * @param samples of stacks
 * @param parts most first
 * @param hottest methods that were at work themselves, most first
 */
record Profile(double cpuSeconds, long samples, List<Share> parts, List<Share> hottest) {
    private static final int HOTTEST = 20;
    private static final List<String> WORKING_NATIVES = List.of(
            "com.github.luben.zstd.",
            "net.jpountz.",
            "org.rocksdb.",
            "sun.nio.ch.SocketDispatcher.",
            "sun.nio.ch.FileDispatcherImpl.");

    /** @param ratio of the processor time of the process */
    record Share(String name, double seconds, double ratio) {}

    /** @param threadSeconds used meanwhile, by name of the thread */
    static Profile read(Path file, Map<String, Double> threadSeconds) {
        Reader reader = new Reader();
        try (RecordingFile recording = new RecordingFile(file)) {
            while (recording.hasMoreEvents()) {
                reader.take(recording.readEvent());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return reader.profile(threadSeconds);
    }

    String text() {
        StringBuilder text = new StringBuilder(String.format(
                Locale.ROOT, "where the time goes (%.1f s of CPU, %d samples of stacks)%n", cpuSeconds, samples));
        parts.forEach(part -> text.append(line(part)));
        text.append("the methods at work most, themselves\n");
        hottest.forEach(method -> text.append(line(method)));
        return text.toString();
    }

    private static String line(Share share) {
        return String.format(Locale.ROOT, "  %5.1f %%  %s%n", 100 * share.ratio(), share.name());
    }

    /** Adds up events. */
    private static final class Reader {
        private final Map<Part, Double> parts = new EnumMap<>(Part.class);
        private final Map<String, Double> methods = new HashMap<>();
        private final Map<Part, Long> natives = new EnumMap<>(Part.class);
        private final Map<Long, Long> nativesByThread = new HashMap<>();
        private long samples;

        void take(RecordedEvent event) {
            switch (event.getEventType().getName()) {
                case "jdk.ExecutionSample" -> java(event.getStackTrace());
                case "jdk.NativeMethodSample" -> nativeCode(event);
                default -> {
                    // Only what was enabled comes, and what describes the recording.
                }
            }
        }

        private void java(RecordedStackTrace stack) {
            if (stack == null || stack.getFrames().isEmpty()) {
                return;
            }
            samples++;
            double seconds = SideProcess.JAVA_PERIOD.toNanos() / 1e9;
            add(part(stack), seconds);
            methods.merge(method(stack.getFrames().get(0)), seconds, Double::sum);
        }

        private void nativeCode(RecordedEvent event) {
            nativesByThread.merge(event.getThread("sampledThread").getId(), 1L, Long::sum);
            RecordedStackTrace stack = event.getStackTrace();
            if (stack == null || stack.getFrames().isEmpty()) {
                return;
            }
            String top = method(stack.getFrames().get(0));
            if (WORKING_NATIVES.stream().anyMatch(top::startsWith)) {
                samples++;
                natives.merge(part(stack), 1L, Long::sum);
            }
        }

        private void add(Part part, double seconds) {
            parts.merge(part, seconds, Double::sum);
        }

        Profile profile(Map<String, Double> threadSeconds) {
            natives.forEach((part, count) -> add(part, count * secondsANativeSample()));
            double sampled = sum(parts);
            Map<Part, Double> fixed = new EnumMap<>(Part.class);
            threadSeconds.forEach((thread, seconds) ->
                    Part.ofThread(thread).ifPresent(part -> fixed.merge(part, seconds, Double::sum)));
            double all = sum(threadSeconds);
            double scale = (all - sum(fixed)) / sampled;
            parts.replaceAll((part, seconds) -> seconds * scale);
            methods.replaceAll((method, seconds) -> seconds * scale);
            fixed.forEach(this::add);
            Map<String, Double> byLabel = new HashMap<>();
            parts.forEach((part, seconds) -> byLabel.put(part.label(), seconds));
            return new Profile(all, samples, shares(byLabel, all, Part.values().length), shares(methods, all, HOTTEST));
        }

        /**
         * One thread in native code is sampled each time, in turn, those that only wait included. A thread that always is in
         * native code has one sample in as many as there are such threads: for so many periods does a sample stand.
         */
        private double secondsANativeSample() {
            long all =
                    nativesByThread.values().stream().mapToLong(Long::longValue).sum();
            long most = nativesByThread.values().stream()
                    .mapToLong(Long::longValue)
                    .max()
                    .orElse(1);
            return SideProcess.NATIVE_PERIOD.toNanos() / 1e9 * all / most;
        }

        private static double sum(Map<?, Double> seconds) {
            return seconds.values().stream().mapToDouble(Double::doubleValue).sum();
        }

        private static List<Share> shares(Map<String, Double> seconds, double total, int most) {
            return seconds.entrySet().stream()
                    .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                    .limit(most)
                    .map(entry -> new Share(entry.getKey(), entry.getValue(), entry.getValue() / total))
                    .toList();
        }

        private static Part part(RecordedStackTrace stack) {
            return stack.getFrames().stream()
                    .flatMap(frame -> Part.of(method(frame)).stream())
                    .findFirst()
                    .orElse(Part.OTHER);
        }

        private static String method(RecordedFrame frame) {
            return frame.getMethod().getType().getName() + "."
                    + frame.getMethod().getName();
        }
    }
}
