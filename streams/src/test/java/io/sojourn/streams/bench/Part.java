// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What the job spends its time on. A stack belongs to the part that its innermost telling frame names. */
enum Part {
    FETCH(
            "fetch, decompress",
            "com.github.luben.zstd.ZstdInputStream",
            "org.apache.kafka.common.compress.Lz4BlockInputStream",
            "com.github.luben.zstd.ZstdBufferDecompressing",
            "org.apache.kafka.clients.consumer."),
    PARSE("parse", "io.sojourn.telemetry.Wire.read"),
    FIGURES(
            "figures",
            "io.sojourn.telemetry.Quantiles",
            "io.sojourn.streams.fold.Figures",
            "io.sojourn.streams.fold.Delays",
            "io.sojourn.streams.fold.BloatGrade",
            "io.sojourn.streams.fold.PseudoRpm",
            "io.sojourn.streams.fold.QualityOfOutcome",
            "io.sojourn.streams.fold.StandingShare"),
    FOLD("fold", "io.sojourn.streams.fold."),
    ENCODE("encode", "io.sojourn.telemetry.Wire.write"),
    PRODUCE(
            "compress, produce",
            "com.github.luben.zstd.ZstdOutputStream",
            "org.apache.kafka.common.compress.Lz4BlockOutputStream",
            "com.github.luben.zstd.ZstdBufferCompressing",
            "org.apache.kafka.clients.producer."),
    STORE("store", "org.rocksdb.", "org.apache.kafka.streams.state."),
    GC("garbage collection"),
    COMPILE("compiling to machine code"),
    OTHER("other");

    private static final String NEVER = "(?!)";

    private final String label;
    private final Pattern named;

    Part(String label, String... prefixes) {
        this.label = label;
        this.named = Pattern.compile(
                prefixes.length == 0
                        ? NEVER
                        : Arrays.stream(prefixes).map(Pattern::quote).collect(Collectors.joining("|")));
    }

    String label() {
        return label;
    }

    /** @param method class and method, as {@code io.sojourn.telemetry.Wire.read} */
    static Optional<Part> of(String method) {
        return Arrays.stream(values())
                .filter(part -> part.named.matcher(method).lookingAt())
                .findFirst();
    }

    /** The part that a thread of the virtual machine or of a library is there for. */
    static Optional<Part> ofThread(String name) {
        if (name.startsWith("VM Thread") || name.startsWith("GC Thread") || name.startsWith("G1 ")) {
            return Optional.of(GC);
        }
        if (name.startsWith("C1 Compiler") || name.startsWith("C2 Compiler")) {
            return Optional.of(COMPILE);
        }
        return name.startsWith("rocksdb") ? Optional.of(STORE) : Optional.empty();
    }
}
