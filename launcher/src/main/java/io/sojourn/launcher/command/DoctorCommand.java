// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.management.OperatingSystemMXBean;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.launcher.process.TopicTable;
import io.sojourn.telemetry.KafkaEnds;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says what is wrong with this installation, and what to do about it. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        description = "Say what is wrong with this installation. Exit code 3 when something is.")
final class DoctorCommand implements Callable<Integer> {
    private static final long SPACE_BYTES = 2L << 30;
    private static final long MEMORY_BYTES = 2L << 30;

    /** One thing looked at; {@code mend} is null when it is fine. */
    private record Check(
            String name, String found, @Nullable String mend) {}

    @Mixin
    private Connection connection = new Connection();

    @Spec
    private CommandSpec spec;

    private final List<Check> checks = new ArrayList<>();

    @Override
    public Integer call() {
        machine();
        folder();
        tools();
        running();
        PrintWriter out = spec.commandLine().getOut();
        Table table = new Table("", "WHAT", "FOUND", "MEND");
        for (Check check : checks) {
            table.row(check.mend == null ? "ok" : "!!", check.name, check.found, check.mend == null ? "" : check.mend);
        }
        out.print(table);
        long wrong = checks.stream().filter(check -> check.mend != null).count();
        out.println(wrong == 0 ? "Nothing is wrong." : wrong + " of " + checks.size() + " need a hand.");
        return wrong == 0 ? 0 : Refusal.MISSING;
    }

    private void machine() {
        int java = Runtime.version().feature();
        check("Java", String.valueOf(java), java >= 17, "install a JDK 17 or newer");
        long memory =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        check("memory", (memory >> 20) + " MiB", memory >= MEMORY_BYTES, "`up` takes about 1 GiB; give it 2");
    }

    private void folder() {
        Path data = connection.folder().path("");
        try {
            Path there = data;
            while (!Files.exists(there) && there.getParent() != null) {
                there = there.getParent();
            }
            check("data folder", data.toString(), Files.isWritable(there), "give --data a folder you may write to");
            FileStore store = Files.getFileStore(there);
            check(
                    "free space",
                    (store.getUsableSpace() >> 20) + " MiB",
                    store.getUsableSpace() >= SPACE_BYTES,
                    "free at least 2 GiB, or give --data another disk");
        } catch (IOException e) {
            check("data folder", data + ": " + e, false, "give --data a folder you may write to");
        }
    }

    private void tools() {
        for (String tool : List.of("tc", "ss", "ip")) {
            check(
                    tool,
                    isOnPath(tool) ? "there" : "not on the PATH",
                    isOnPath(tool),
                    "install iproute2; only `collect tc` and `collect ss` need it");
        }
    }

    private void running() {
        KafkaEnds ends = connection.ends();
        boolean listens = Reachable.isAny(ends);
        check("broker", ends.bootstrapServers(), listens, "start one with ./sojourn up, or give --bootstrap");
        if (listens) {
            topics(ends);
        }
        try {
            for (JsonNode part : connection.console().health().path("checks")) {
                boolean fine = part.path("fine").asBoolean();
                check(part.path("name").asText(), part.path("detail").asText(), fine, "see log/sojourn.log in --data");
            }
        } catch (Refusal e) {
            check("console", String.valueOf(e.getMessage()), false, "start one with ./sojourn up, or give --console");
        }
    }

    private void topics(KafkaEnds ends) {
        try {
            List<String> missing = new TopicTable(ends).missing();
            check(
                    "topics",
                    missing.isEmpty() ? "all there" : "missing: " + String.join(", ", missing),
                    missing.isEmpty(),
                    "./sojourn topics --create");
        } catch (Refusal e) {
            check(
                    "topics",
                    String.valueOf(e.getMessage()),
                    false,
                    "give --client-config if the broker wants TLS or SASL");
        }
    }

    private void check(String name, String found, boolean fine, String mend) {
        checks.add(new Check(name, found, fine ? null : mend));
    }

    private static boolean isOnPath(String tool) {
        String path =
                String.valueOf(System.getenv("PATH")) + File.pathSeparator + "/usr/sbin" + File.pathSeparator + "/sbin";
        return Stream.of(path.split(File.pathSeparator, -1)).anyMatch(dir -> Files.isExecutable(Path.of(dir, tool)));
    }
}
