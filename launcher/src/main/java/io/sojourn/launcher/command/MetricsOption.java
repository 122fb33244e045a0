// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.launcher.metrics.HostPort;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The option that says where a process tells how it is. */
final class MetricsOption {
    @Option(
            names = "--metrics",
            paramLabel = "HOST:PORT",
            converter = Converter.class,
            description =
                    "tell how this process is there: /metrics (Prometheus), /health, /live; it has no login; port 0:"
                            + " a free one; default: nowhere")
    private @Nullable HostPort at;

    @Nullable
    HostPort at() {
        return at;
    }

    /** What this process tells, and to nobody when it was not asked for. */
    Telling telling(Consumer<String> err) {
        return new Telling("--metrics", at, err);
    }

    static final class Converter implements ITypeConverter<HostPort> {
        @Override
        public HostPort convert(String text) {
            try {
                return HostPort.of(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
