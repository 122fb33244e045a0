// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.smile.SmileFactory;
import io.sojourn.telemetry.Stage;
import java.io.IOException;
import java.io.UncheckedIOException;

/** What a batch of windows says of itself, read without its windows: they are many, and the reader shares the machine. */
record WindowHead(String owner, Stage stage, long sizeMillis, long startMillis) {
    private static final JsonFactory JSON = new JsonFactory();
    private static final SmileFactory SMILE = new SmileFactory();

    static WindowHead read(byte[] bytes) {
        String owner = "";
        Stage stage = Stage.EARLY;
        long sizeMillis = 0;
        try (JsonParser parser = (bytes[0] == ':' ? SMILE : JSON).createParser(bytes)) {
            parser.nextToken();
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String field = parser.currentName();
                parser.nextToken();
                switch (field) {
                    case "owner" -> owner = parser.getText();
                    case "stage" -> stage = Stage.valueOf(parser.getText());
                    case "sizeMillis" -> sizeMillis = parser.getLongValue();
                    case "startMillis" -> {
                        return new WindowHead(owner, stage, sizeMillis, parser.getLongValue());
                    }
                    default -> parser.skipChildren();
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        throw new BenchFailure("a batch of windows has no start");
    }
}
