// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.embedded;

import io.questdb.Bootstrap;
import io.questdb.PropBootstrapConfiguration;
import io.questdb.PropertyKey;
import io.questdb.ServerMain;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** QuestDB on loopback in this JVM; it takes the same InfluxDB line protocol as a server of its own would. */
public final class EmbeddedStore implements AutoCloseable {
    private final Path folder;
    private final int port;
    private @Nullable ServerMain server;

    /**
     * @param folder where its tables are, made when missing
     * @param port loopback port for HTTP, free
     */
    public EmbeddedStore(Path folder, int port) {
        this.folder = folder;
        this.port = port;
    }

    /** Returns when the store takes requests. */
    public void start() throws IOException {
        layOut();
        // QuestDB finds its log configuration by this property only.
        System.setProperty("out", folder.resolve("conf/log.conf").toString());
        quietly(() -> {
            ServerMain starting = new ServerMain(new Bootstrap(configuration(), "-d", folder.toString()));
            server = starting;
            starting.start(false);
        });
    }

    public String url() {
        return "http://127.0.0.1:" + port;
    }

    @Override
    public void close() {
        ServerMain running = server;
        server = null;
        if (running != null) {
            quietly(running::close);
        }
    }

    /** QuestDB's words about its start and end go to the terminal, and no setting turns them off. */
    private static void quietly(Runnable step) {
        PrintStream out = System.out;
        PrintStream err = System.err;
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        System.setOut(nowhere);
        System.setErr(nowhere);
        try {
            step.run();
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }

    private void layOut() throws IOException {
        Path conf = Files.createDirectories(folder.resolve("conf"));
        Path log = Files.createDirectories(folder.resolve("log"));
        Files.writeString(conf.resolve("log.conf"), """
                writers=file
                w.file.class=io.questdb.log.LogFileWriter
                w.file.location=%s
                w.file.level=ERROR,CRITICAL,ADVISORY
                """.formatted(log.resolve("store.log")));
        if (!Files.exists(conf.resolve("server.conf"))) {
            Files.writeString(conf.resolve("server.conf"), "");
        }
        if (!Files.exists(conf.resolve("mime.types"))) {
            try (InputStream types = ServerMain.class.getResourceAsStream("/io/questdb/site/conf/mime.types")) {
                if (types != null) {
                    Files.copy(types, conf.resolve("mime.types"));
                }
            }
        }
    }

    private PropBootstrapConfiguration configuration() {
        Map<String, String> environment = new HashMap<>();
        set(environment, PropertyKey.HTTP_BIND_TO, "127.0.0.1:" + port);
        set(environment, PropertyKey.PG_ENABLED, "false");
        set(environment, PropertyKey.HTTP_MIN_ENABLED, "false");
        set(environment, PropertyKey.LINE_TCP_ENABLED, "false");
        set(environment, PropertyKey.LINE_UDP_ENABLED, "false");
        set(environment, PropertyKey.TELEMETRY_ENABLED, "false");
        set(environment, PropertyKey.SHARED_WORKER_COUNT, "1");
        // Pools of the SQL compiler: the defaults take 70 MB for queries far larger than ours.
        set(environment, PropertyKey.CAIRO_EXPRESSION_POOL_CAPACITY, "256");
        set(environment, PropertyKey.CAIRO_MODEL_POOL_CAPACITY, "64");
        set(environment, PropertyKey.CAIRO_LEXER_POOL_CAPACITY, "128");
        set(environment, PropertyKey.CAIRO_COLUMN_POOL_CAPACITY, "256");
        return new PropBootstrapConfiguration() {
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
        };
    }

    private static void set(Map<String, String> environment, PropertyKey key, String value) {
        environment.put(key.getEnvVarName(), value);
    }
}
