// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.sojourn.collectors.Collected;
import io.sojourn.collectors.command.Command;
import io.sojourn.collectors.ss.SsOptions;
import io.sojourn.collectors.ss.SsSource;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.QueueSample;
import io.sojourn.telemetry.SampleBatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** On a real kernel: two network namespaces of our own with a veth pair between them. Needs root and iproute2. */
final class LiveTcTest {
    private static final String HERE = "sjt" + ProcessHandle.current().pid() + "a";
    private static final String THERE = "sjt" + ProcessHandle.current().pid() + "b";
    private static final Duration INTERVAL = Duration.ofMillis(250);

    @BeforeEach
    void makeNamespaces() throws Exception {
        assumeThat(System.getProperty("user.name"))
                .as("needs root for network namespaces")
                .isEqualTo("root");
        assumeThat(Files.isExecutable(Path.of("/usr/sbin/ip")) || Files.isExecutable(Path.of("/sbin/ip")))
                .as("needs ip from iproute2")
                .isTrue();
        try {
            run("ip", "netns", "add", HERE);
        } catch (IOException e) {
            assumeThat(false)
                    .as("may not make network namespaces: " + e.getMessage())
                    .isTrue();
        }
        run("ip", "netns", "add", THERE);
        run("ip", "-n", HERE, "link", "add", "v0", "type", "veth", "peer", "name", "v1", "netns", THERE);
        run("ip", "-n", HERE, "addr", "add", "10.99.0.1/24", "dev", "v0");
        run("ip", "-n", THERE, "addr", "add", "10.99.0.2/24", "dev", "v1");
        run("ip", "-n", HERE, "link", "set", "v0", "up");
        run("ip", "-n", THERE, "link", "set", "v1", "up");
    }

    @AfterEach
    void removeNamespaces() throws Exception {
        for (String namespace : List.of(HERE, THERE)) {
            if (Files.exists(Path.of("/run/netns", namespace)) || Files.exists(Path.of("/var/run/netns", namespace))) {
                run("ip", "netns", "del", namespace);
            }
        }
    }

    @Test
    void bytesAndDropsOfAPolicingTbfArrive() throws Exception {
        in(HERE, "tc", "qdisc", "add", "dev", "v0", "root", "tbf", "rate", "1mbit", "burst", "5000", "limit", "1600");
        Collected sink = new Collected();
        TcSource source = new TcSource(options("v0", false));
        CompletableFuture<Void> running = start(source, sink);
        try {
            await(sink, 1);
            in(
                    HERE,
                    "java",
                    "-cp",
                    System.getProperty("java.class.path"),
                    UdpBurst.class.getName(),
                    "10.99.0.2",
                    "100");
            await(sink, sink.batches().size() + 2);
        } finally {
            source.close();
        }
        running.get(10, TimeUnit.SECONDS);
        List<QueueSample> samples = sink.samples("v0").toList();
        assertThat(samples.get(0).settings().discipline()).isEqualTo(Discipline.POLICER);
        assertThat(samples.get(0).settings().rateBitsPerSecond()).isEqualTo(1_000_000);
        long sent = samples.stream().mapToLong(QueueSample::sentPackets).sum();
        long policed =
                samples.stream().mapToLong(sample -> sample.drops().policed()).sum();
        assertThat(policed).isGreaterThan(50);
        // Neighbor discovery shares the device.
        assertThat(sent + policed).isBetween(100L, 130L);
        assertThat(samples.stream().mapToLong(QueueSample::sentBytes).sum()).isGreaterThan(5000);
        assertThat(sink.rejects()).isEmpty();
        assertWholeBeats(sink.batches());
    }

    @Test
    void flowsOfTheHostAreShownAtTheDevicesQueue() throws Exception {
        in(HERE, "tc", "qdisc", "add", "dev", "v0", "root", "handle", "1:", "htb", "default", "10");
        in(HERE, "tc", "class", "add", "dev", "v0", "parent", "1:", "classid", "1:10", "htb", "rate", "8mbit");
        in(HERE, "tc", "qdisc", "add", "dev", "v0", "parent", "1:10", "handle", "10:", "pfifo", "limit", "50");
        Collected sink = new Collected();
        Process server = java(THERE, TcpPair.class, "receive", "10.99.0.2", "5999");
        TcSource source = new TcSource(options("v0", true));
        CompletableFuture<Void> running = start(source, sink);
        try {
            await(sink, 1);
            Process client = java(HERE, TcpPair.class, "send", "10.99.0.2", "5999");
            assertThat(client.waitFor(20, TimeUnit.SECONDS)).isTrue();
            await(sink, sink.batches().size() + 1);
        } finally {
            source.close();
            server.destroyForcibly();
        }
        running.get(10, TimeUnit.SECONDS);
        List<QueueSample> samples = sink.samples("v0").toList();
        assertThat(samples.get(0).settings().rateBitsPerSecond()).isEqualTo(8_000_000);
        assertThat(samples.get(0).settings().limitPackets()).isEqualTo(50);
        assertThat(samples.stream().mapToLong(QueueSample::sentBytes).sum()).isGreaterThan(TcpPair.BYTES);
        assertThat(samples.stream()
                        .mapToLong(sample -> sample.rttMicros().count())
                        .sum())
                .isPositive();
        assertThat(sink.batches().stream().flatMap(batch -> batch.flows().stream()))
                .anySatisfy(flow -> assertThat(flow.flow()).endsWith(">10.99.0.2:5999/tcp"));
        assertThat(sink.rejects()).isEmpty();
    }

    @Test
    void missingDeviceNamespaceAndToolAreOneClearLineEach() {
        assertThatThrownBy(() -> new TcSource(options("nosuch0", false)).run(new Collected()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("nosuch0")
                .hasMessageContaining("name a device that ip link shows there")
                .hasMessageNotContaining("\n");
        SsOptions nowhere = new SsOptions("n", "tcp", Optional.of("sjt-nowhere"), List.of(), Duration.ofSeconds(2));
        assertThatThrownBy(() -> new SsSource(nowhere).run(new Collected()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("name a namespace that ip netns list shows");
        assertThatThrownBy(() -> new Command(Optional.empty(), List.of("no-such-tool"), INTERVAL).run())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("no-such-tool can't be run; install iproute2");
    }

    private static void assertWholeBeats(List<SampleBatch> batches) {
        assertThat(batches).allSatisfy(batch -> {
            assertThat(batch.clocking()).isEqualTo(Clocking.LIVE);
            assertThat(batch.endMillis() % INTERVAL.toMillis()).isZero();
        });
        for (int i = 1; i < batches.size(); i++) {
            assertThat(batches.get(i).sequence()).isEqualTo(i);
            assertThat(batches.get(i).startMillis())
                    .isEqualTo(batches.get(i - 1).endMillis());
        }
    }

    private static TcOptions options(String device, boolean sockets) {
        return new TcOptions("node", device, Optional.of(HERE), INTERVAL, sockets, List.of("dst", "10.99.0.2"));
    }

    private static CompletableFuture<Void> start(TcSource source, Collected sink) {
        return CompletableFuture.runAsync(() -> {
            try {
                source.run(sink);
            } catch (IOException | InterruptedException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private static void await(Collected sink, int batches) {
        org.awaitility.Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> sink.batches().size() >= batches);
    }

    private static Process java(String namespace, Class<?> main, String... arguments) throws IOException {
        List<String> words = new ArrayList<>(List.of(
                "ip",
                "netns",
                "exec",
                namespace,
                "java",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        words.addAll(List.of(arguments));
        return new ProcessBuilder(words)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
    }

    private static void in(String namespace, String... words) throws Exception {
        new Command(Optional.of(namespace), List.of(words), Duration.ofSeconds(20)).run();
    }

    private static void run(String... words) throws Exception {
        new Command(Optional.empty(), List.of(words), Duration.ofSeconds(20)).run();
    }
}
