// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.metadata.storage.Formatter;
import org.jspecify.annotations.Nullable;

/** One real broker on loopback that can go away and come back with its log. */
public final class LocalBroker implements AutoCloseable {
    private final Path log;
    private final int port;
    private final int controllerPort;
    private @Nullable KafkaRaftServer server;

    public LocalBroker(Path folder) throws Exception {
        log = folder.resolve("log");
        port = freePort();
        controllerPort = freePort();
    }

    public void start() throws Exception {
        Files.createDirectories(log);
        if (!Files.exists(log.resolve("meta.properties"))) {
            new Formatter()
                    .setPrintStream(new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8))
                    .setClusterId(Uuid.randomUuid().toString())
                    .setNodeId(1)
                    .addDirectory(log.toString())
                    .setMetadataLogDirectory(log.toString())
                    .setControllerListenerName("CONTROLLER")
                    .setIgnoreFormatted(true)
                    .run();
        }
        KafkaRaftServer starting = new KafkaRaftServer(KafkaConfig.fromProps(properties(), false), Time.SYSTEM);
        server = starting;
        starting.startup();
    }

    public KafkaEnds ends() {
        return KafkaEnds.plaintext("127.0.0.1:" + port);
    }

    void createTopics() throws Exception {
        KafkaEnds ends = ends();
        List<NewTopic> topics = Arrays.stream(Topic.values())
                .map(topic -> new NewTopic(ends.topic(topic), 2, (short) 1)
                        .configs(topic == Topic.SAMPLES ? Map.of("message.timestamp.type", "LogAppendTime") : Map.of()))
                .toList();
        try (Admin admin = Admin.create(ends.clientProperties())) {
            admin.createTopics(topics).all().get();
        }
    }

    @Override
    public void close() {
        stop();
    }

    /** Goes away; {@link #start} brings it back on the same port with the same log. */
    void stop() {
        KafkaRaftServer running = server;
        server = null;
        if (running != null) {
            running.shutdown();
            running.awaitShutdown();
        }
    }

    private Properties properties() {
        Properties properties = new Properties();
        properties.setProperty("process.roles", "broker,controller");
        properties.setProperty("node.id", "1");
        properties.setProperty("controller.quorum.voters", "1@127.0.0.1:" + controllerPort);
        properties.setProperty("controller.listener.names", "CONTROLLER");
        properties.setProperty(
                "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        properties.setProperty("listener.security.protocol.map", "PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT");
        properties.setProperty("log.dirs", log.toString());
        properties.setProperty("offsets.topic.num.partitions", "2");
        properties.setProperty("offsets.topic.replication.factor", "1");
        properties.setProperty("transaction.state.log.num.partitions", "2");
        properties.setProperty("transaction.state.log.replication.factor", "1");
        properties.setProperty("transaction.state.log.min.isr", "1");
        properties.setProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "500");
        properties.setProperty("group.initial.rebalance.delay.ms", "0");
        properties.setProperty("group.min.session.timeout.ms", "1000");
        properties.setProperty("auto.create.topics.enable", "false");
        properties.setProperty("log.cleaner.dedupe.buffer.size", "2097152");
        properties.setProperty("broker.session.timeout.ms", "1500");
        properties.setProperty("broker.heartbeat.interval.ms", "300");
        return properties;
    }

    private static int freePort() throws Exception {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
