// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.launcher.process.DataFolder;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.WireFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options by which a command finds a running Sojourn. */
final class Connection {
    static final String DEFAULT_BOOTSTRAP = "127.0.0.1:9092";
    static final String DEFAULT_CONSOLE = "http://127.0.0.1:8080";

    @Option(
            names = "--data",
            paramLabel = "DIR",
            description = "folder of the running installation; default: $SOJOURN_DATA, else ~/.local/share/sojourn")
    private @Nullable Path data;

    @Option(
            names = "--bootstrap",
            paramLabel = "HOST:PORT",
            description = "Kafka broker; default: what `up` announced in --data, else " + DEFAULT_BOOTSTRAP)
    private @Nullable String bootstrap;

    @Option(
            names = "--console",
            paramLabel = "URL",
            description = "console; default: what `up` announced in --data, else " + DEFAULT_CONSOLE)
    private @Nullable String console;

    @Option(
            names = "--client-config",
            paramLabel = "FILE",
            description = "properties passed to every Kafka client as they are: security.protocol, sasl.*, ssl.*")
    private @Nullable Path clientConfig;

    @Option(
            names = "--topic-prefix",
            paramLabel = "PREFIX",
            description = "what topic names start with; default: " + Topic.DEFAULT_PREFIX)
    private String topicPrefix = Topic.DEFAULT_PREFIX;

    @Option(names = "--format", description = "how records are written: ${COMPLETION-CANDIDATES}; both are read")
    private WireFormat format = WireFormat.JSON;

    DataFolder folder() {
        return new DataFolder(data == null ? DataFolder.defaultPath() : data);
    }

    /** Whether the command line says where to connect, so that nothing must be started instead. */
    boolean isExplicit() {
        return bootstrap != null;
    }

    KafkaEnds ends() {
        return ends(
                bootstrap != null ? bootstrap : folder().announced("bootstrap").orElse(DEFAULT_BOOTSTRAP));
    }

    KafkaEnds ends(String bootstrapServers) {
        return new KafkaEnds(bootstrapServers, topicPrefix, format, security());
    }

    ConsoleClient console() {
        return new ConsoleClient(
                console != null ? console : folder().announced("console").orElse(DEFAULT_CONSOLE));
    }

    private Map<String, String> security() {
        if (clientConfig == null) {
            return Map.of();
        }
        Properties properties = new Properties();
        try (var in = Files.newInputStream(clientConfig)) {
            properties.load(in);
        } catch (IOException e) {
            throw Refusal.wrongInput("--client-config " + clientConfig + " cannot be read: " + e);
        }
        return properties.stringPropertyNames().stream()
                .collect(Collectors.toMap(name -> name, properties::getProperty));
    }
}
