// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import com.influxdb.client.InfluxDBClient;
import com.influxdb.client.InfluxDBClientFactory;
import com.influxdb.client.InfluxDBClientOptions;
import com.influxdb.client.WriteApiBlocking;
import com.influxdb.client.domain.WritePrecision;
import com.influxdb.exceptions.InfluxException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import okhttp3.OkHttpClient;
import org.jspecify.annotations.Nullable;

/** Writes any of the stores through influxdb-client-java. */
final class ClientSink implements PointSink {
    /** What the store says of the points themselves; everything else is the store's state or its settings. */
    private static final Set<Integer> REFUSALS = Set.of(400, 413, 422);

    private static final Pattern DROPPED = Pattern.compile("dropped=(\\d+)");

    /** What has to be there before the first write. */
    @FunctionalInterface
    interface Preparation {
        /** @throws HistoryException when it can't be brought about */
        void run();
    }

    private final HistoryConfig config;
    private final Preparation preparation;
    private final InfluxDBClient client;
    private final WriteApiBlocking api;

    ClientSink(HistoryConfig config, Preparation preparation) {
        this.config = config;
        this.preparation = preparation;
        this.client = InfluxDBClientFactory.create(options(config));
        if (config.kind() != HistoryConfig.Kind.QUESTDB) {
            // Each point repeats every name, twice with its json: worth packing, but not for a store in this process.
            client.enableGzip();
        }
        this.api = client.getWriteApiBlocking();
    }

    private static InfluxDBClientOptions options(HistoryConfig config) {
        OkHttpClient.Builder http = new OkHttpClient.Builder()
                .connectTimeout(Duration.ofSeconds(2))
                .writeTimeout(Duration.ofSeconds(10))
                .readTimeout(Duration.ofSeconds(10))
                .addInterceptor(new StoreDialect(config));
        InfluxDBClientOptions.Builder options = InfluxDBClientOptions.builder()
                .url(config.url())
                .okHttpClient(http)
                .org(config.org().isEmpty() ? "-" : config.org())
                .bucket(config.bucket());
        if (config.kind() == HistoryConfig.Kind.INFLUXDB2 && config.secret().isPresent()) {
            options.authenticateToken(config.secret().reveal().toCharArray());
        }
        return options.build();
    }

    @Override
    public void prepare() throws Away {
        try {
            preparation.run();
        } catch (HistoryException e) {
            throw new Away(String.valueOf(e.getMessage()), e);
        }
    }

    @Override
    public void write(List<Line> lines) throws Away, Refused {
        try {
            api.writeRecords(WritePrecision.NS, lines.stream().map(Line::text).toList());
        } catch (InfluxException e) {
            String said = message(e);
            if (REFUSALS.contains(e.status())) {
                throw new Refused(said, droppedCount(said) == lines.size());
            }
            throw new Away(config.url() + ": " + (e.status() == 0 ? "" : "HTTP " + e.status() + ", ") + said, e);
        }
    }

    /** InfluxDB 1 stores the good points of a batch and says how many it left out: "partial write: ... dropped=2". */
    private static int droppedCount(String message) {
        Matcher matcher = DROPPED.matcher(message);
        return matcher.find() ? Integer.parseInt(matcher.group(1)) : -1;
    }

    /** InfluxDB 1 answers {"error"}, the others {"message"}. */
    private static String message(InfluxException e) {
        Map<String, Object> body = e.errorBody();
        @Nullable Object text = body.containsKey("error") ? body.get("error") : body.get("message");
        return text != null ? text.toString() : String.valueOf(e.getMessage());
    }

    @Override
    public void close() {
        client.close();
    }
}
