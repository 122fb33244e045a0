// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.embedded;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Exit;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.jspecify.annotations.Nullable;

/**
 * One Kafka node, broker and controller, on loopback in this JVM. Its log lies in a folder and survives a crash.
 *
 * <p>Apache Kafka has no public API for this; the three classes used ({@code Formatter}, {@code KafkaConfig}, {@code
 * KafkaRaftServer}) are used nowhere else.
 */
public final class EmbeddedBroker implements AutoCloseable {
    private static final int NODE_ID = 1;
    private static final String LOOPBACK = "127.0.0.1";

    /** Why each is not the default: one node, little memory, and a restart that need not wait for its own ghost. */
    private static final Map<String, String> SMALL_AND_ALONE = Map.ofEntries(
            Map.entry("offsets.topic.replication.factor", "1"),
            Map.entry("offsets.topic.num.partitions", "4"),
            Map.entry("transaction.state.log.replication.factor", "1"),
            Map.entry("transaction.state.log.min.isr", "1"),
            Map.entry("transaction.state.log.num.partitions", "4"),
            Map.entry("share.coordinator.state.topic.replication.factor", "1"),
            Map.entry("share.coordinator.state.topic.min.isr", "1"),
            Map.entry("share.coordinator.state.topic.num.partitions", "1"),
            Map.entry("default.replication.factor", "1"),
            Map.entry("min.insync.replicas", "1"),
            Map.entry("auto.create.topics.enable", "false"),
            Map.entry("group.initial.rebalance.delay.ms", "0"),
            // The cleaner's default takes 128 MB of heap.
            Map.entry("log.cleaner.dedupe.buffer.size", "2097152"),
            Map.entry("log.segment.bytes", "67108864"),
            Map.entry("message.max.bytes", "4194304"),
            Map.entry("num.network.threads", "1"),
            Map.entry("num.io.threads", "2"),
            Map.entry("background.threads", "1"),
            // After a crash the registration of the dead broker must lapse before the new one is let in.
            Map.entry("broker.session.timeout.ms", "1500"),
            Map.entry("broker.heartbeat.interval.ms", "300"));

    private final Path folder;
    private final int port;
    private @Nullable KafkaRaftServer server;

    /**
     * @param folder where its log is, made when missing
     * @param port loopback port, free
     */
    public EmbeddedBroker(Path folder, int port) {
        this.folder = folder;
        this.port = port;
    }

    /** Returns when the broker takes requests. */
    public void start() throws IOException {
        Path log = folder.resolve("log");
        Files.createDirectories(log);
        Properties properties = properties(log, freePort());
        if (!Files.exists(log.resolve("meta.properties"))) {
            format(log);
        }
        // A damaged log makes Kafka end the JVM; here that is a failure like any other.
        Exit.setExitProcedure((code, message) -> {
            throw new IllegalStateException(String.valueOf(message));
        });
        Exit.setHaltProcedure((code, message) -> {
            throw new IllegalStateException(String.valueOf(message));
        });
        KafkaRaftServer starting = new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
        server = starting;
        starting.startup();
    }

    public String bootstrapServers() {
        return LOOPBACK + ":" + port;
    }

    @Override
    public void close() {
        KafkaRaftServer running = server;
        server = null;
        if (running != null) {
            running.shutdown();
            running.awaitShutdown();
        }
    }

    /** A loopback port that nobody listens on at this moment. */
    public static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    private Properties properties(Path log, int controllerPort) {
        Properties properties = new Properties();
        properties.putAll(SMALL_AND_ALONE);
        properties.setProperty("process.roles", "broker,controller");
        properties.setProperty("node.id", Integer.toString(NODE_ID));
        properties.setProperty("controller.quorum.voters", NODE_ID + "@" + LOOPBACK + ":" + controllerPort);
        properties.setProperty("controller.listener.names", "CONTROLLER");
        properties.setProperty(
                "listeners",
                "PLAINTEXT://" + LOOPBACK + ":" + port + ",CONTROLLER://" + LOOPBACK + ":" + controllerPort);
        properties.setProperty("advertised.listeners", "PLAINTEXT://" + LOOPBACK + ":" + port);
        properties.setProperty("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        properties.setProperty("log.dirs", log.toString());
        return properties;
    }

    private static void format(Path log) throws IOException {
        Formatter formatter = new Formatter()
                .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                .setClusterId(Uuid.randomUuid().toString())
                .setNodeId(NODE_ID)
                .addDirectory(log.toString())
                .setMetadataLogDirectory(log.toString())
                .setControllerListenerName("CONTROLLER")
                .setIgnoreFormatted(true);
        try {
            formatter.run();
        } catch (Exception e) {
            throw new IOException("cannot format the broker's folder " + log + ": " + e.getMessage(), e);
        }
    }
}
