// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;

/** An influxd 1.x of this machine, as a process with its own configuration. */
final class InfluxServer implements TestServer {
    private final Path root;
    private final Path binary;
    private final int port;
    private final int backupPort;
    private @Nullable Process process;

    InfluxServer(Path binary) throws Exception {
        this.binary = binary;
        root = Files.createTempDirectory("history-influxdb");
        port = TestServer.freePort();
        backupPort = TestServer.freePort();
        Files.writeString(root.resolve("influxdb.conf"), configuration());
    }

    /** Where influxd is: on the PATH or in /usr/bin. */
    static Optional<Path> binary() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Stream.concat(Stream.of(path.split(File.pathSeparator)), Stream.of("/usr/bin"))
                .map(folder -> Path.of(folder).resolve("influxd"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private String configuration() {
        return """
                reporting-disabled = true
                bind-address = "127.0.0.1:%d"
                [meta]
                  dir = "%s/meta"
                [data]
                  dir = "%s/data"
                  wal-dir = "%s/wal"
                  query-log-enabled = false
                [monitor]
                  store-enabled = false
                [http]
                  bind-address = "127.0.0.1:%d"
                  log-enabled = false
                """.formatted(backupPort, root, root, root, port);
    }

    @Override
    public HistoryConfig config() {
        return HistoryConfig.influxDb1("http://127.0.0.1:" + port);
    }

    @Override
    public void start() throws Exception {
        process = new ProcessBuilder(
                        binary.toString(),
                        "-config",
                        root.resolve("influxdb.conf").toString())
                .redirectErrorStream(true)
                .redirectOutput(
                        ProcessBuilder.Redirect.appendTo(root.resolve("log").toFile()))
                .start();
        Http http = new Http(config());
        Awaitility.await().atMost(Duration.ofSeconds(30)).ignoreExceptions().until(() -> {
            http.post("/query", Http.parameter("q", "SHOW DATABASES"));
            return true;
        });
    }

    @Override
    public void stop() throws Exception {
        Process running = process;
        if (running != null) {
            running.destroy();
            if (!running.waitFor(10, TimeUnit.SECONDS)) {
                running.destroyForcibly().waitFor();
            }
            process = null;
        }
    }

    @Override
    public void remove() throws Exception {
        stop();
        TestServer.delete(root);
    }
}
