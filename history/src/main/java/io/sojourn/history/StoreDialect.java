// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import java.io.IOException;
import okhttp3.HttpUrl;
import okhttp3.Interceptor;
import okhttp3.Request;
import okhttp3.Response;
import org.jspecify.annotations.Nullable;

/**
 * Makes the client's request one that the store understands. InfluxDB 1 has {@code /write} with database and retention
 * policy in the place of {@code /api/v2/write} with org and bucket (which came with 1.8), and spells precisions with one
 * letter. A user and password, where there are, go into the header.
 */
final class StoreDialect implements Interceptor {
    private final HistoryConfig config;

    StoreDialect(HistoryConfig config) {
        this.config = config;
    }

    @Override
    public Response intercept(Chain chain) throws IOException {
        Request request = chain.request();
        Request.Builder changed = request.newBuilder();
        if (config.kind() != HistoryConfig.Kind.INFLUXDB2) {
            config.authorization().ifPresent(value -> changed.header("Authorization", value));
        }
        if (config.kind() == HistoryConfig.Kind.INFLUXDB1
                && request.url().encodedPath().endsWith("/api/v2/write")) {
            changed.url(writeUrl(request.url()));
        }
        return chain.proceed(changed.build());
    }

    private HttpUrl writeUrl(HttpUrl url) {
        @Nullable String precision = url.queryParameter("precision");
        return url.newBuilder()
                .encodedPath("/write")
                .query(null)
                .addQueryParameter("db", config.database())
                .addQueryParameter("rp", config.retentionPolicy())
                .addQueryParameter("precision", "us".equals(precision) ? "u" : "ns".equals(precision) ? "n" : precision)
                .build();
    }
}
