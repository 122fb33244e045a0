// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Which files a recorded run has. Any of them may be missing, and everything else in the folder is left alone. */
final class RunFolder {
    private static final Pattern QDISCS = Pattern.compile("tc_qdisc_(.+)\\.jsonl(?:\\.gz)?");
    private static final Pattern CLASSES = Pattern.compile("tc_class_(.+)\\.jsonl(?:\\.gz)?");

    private final Path folder;
    private final List<Path> files;

    private RunFolder(Path folder, List<Path> files) {
        this.folder = folder;
        this.files = files;
    }

    static RunFolder of(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            throw new IOException(folder + ": is no folder; name the folder of a recorded run");
        }
        try (Stream<Path> list = Files.list(folder)) {
            RunFolder run = new RunFolder(folder, list.sorted().toList());
            if (run.qdiscs().isEmpty()
                    && run.sockets().isEmpty()
                    && run.capture().isEmpty()) {
                throw new IOException(folder + ": holds no tc_qdisc_DEVICE.jsonl, ss_oneline.jsonl or client.pcap;"
                        + " name the folder of a recorded run, not the one above it");
            }
            return run;
        }
    }

    String name() {
        return String.valueOf(folder.toAbsolutePath().normalize().getFileName());
    }

    /** By device. */
    SortedMap<String, Path> qdiscs() {
        return byDevice(QDISCS);
    }

    SortedMap<String, Path> classes() {
        return byDevice(CLASSES);
    }

    Optional<Path> sockets() {
        return first("ss_oneline.jsonl.gz", "ss_oneline.jsonl", "ss.jsonl.gz", "ss.jsonl");
    }

    Optional<Path> rules() {
        return first("nft.jsonl.gz", "nft.jsonl");
    }

    Optional<Path> pings() {
        return first("ping.txt.gz", "ping.txt");
    }

    Optional<Path> capture() {
        return first("client.pcap.zst", "client.pcap.gz", "client.pcap.xz", "client.pcap", "client.pcapng");
    }

    private SortedMap<String, Path> byDevice(Pattern pattern) {
        SortedMap<String, Path> devices = new TreeMap<>();
        for (Path file : files) {
            Matcher matcher = pattern.matcher(String.valueOf(file.getFileName()));
            if (matcher.matches()) {
                devices.put(matcher.group(1), file);
            }
        }
        return devices;
    }

    private Optional<Path> first(String... names) {
        return Stream.of(names).map(folder::resolve).filter(files::contains).findFirst();
    }
}
