// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import io.questdb.Bootstrap;
import io.questdb.PropBootstrapConfiguration;
import io.questdb.PropertyKey;
import io.questdb.ServerMain;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** QuestDB in this process, quiet: its log goes to its folder. */
final class QuestDbServer implements TestServer {
    private final Path root;
    private final int port;
    private @Nullable ServerMain server;

    QuestDbServer() throws Exception {
        root = Files.createTempDirectory("history-questdb");
        port = TestServer.freePort();
        Files.createDirectories(root.resolve("conf"));
        Files.createDirectories(root.resolve("log"));
        Files.writeString(root.resolve("conf/server.conf"), "");
        Files.writeString(
                root.resolve("conf/log.conf"),
                "writers=file\nw.file.class=io.questdb.log.LogFileWriter\nw.file.location="
                        + root.resolve("log/questdb.log") + "\nw.file.level=ERROR,CRITICAL,ADVISORY\n");
        try (InputStream types = ServerMain.class.getResourceAsStream("/io/questdb/site/conf/mime.types")) {
            Files.copy(types, root.resolve("conf/mime.types"));
        }
    }

    @Override
    public HistoryConfig config() {
        return HistoryConfig.questDb("http://127.0.0.1:" + port);
    }

    @Override
    public void start() {
        System.setProperty("out", root.resolve("conf/log.conf").toString());
        ServerMain started = new ServerMain(new Bootstrap(new Configuration(environment()), "-d", root.toString()));
        started.start(false);
        server = started;
    }

    private Map<String, String> environment() {
        Map<String, String> environment = new HashMap<>();
        environment.put(PropertyKey.HTTP_BIND_TO.getEnvVarName(), "127.0.0.1:" + port);
        environment.put(PropertyKey.HTTP_MIN_ENABLED.getEnvVarName(), "false");
        environment.put(PropertyKey.PG_ENABLED.getEnvVarName(), "false");
        environment.put(PropertyKey.LINE_TCP_ENABLED.getEnvVarName(), "false");
        environment.put(PropertyKey.LINE_UDP_ENABLED.getEnvVarName(), "false");
        environment.put(PropertyKey.TELEMETRY_ENABLED.getEnvVarName(), "false");
        environment.put(PropertyKey.SHARED_WORKER_COUNT.getEnvVarName(), "1");
        return environment;
    }

    @Override
    public void stop() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    @Override
    public void remove() throws Exception {
        stop();
        TestServer.delete(root);
    }

    private static final class Configuration extends PropBootstrapConfiguration {
        private final Map<String, String> environment;

        Configuration(Map<String, String> environment) {
            this.environment = environment;
        }

        @Override
        public Map<String, String> getEnv() {
            return environment;
        }

        @Override
        public boolean useSite() {
            return false;
        }

        @Override
        public String getBanner() {
            return "";
        }
    }
}
