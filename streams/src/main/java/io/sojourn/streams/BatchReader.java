// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Wire;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Records of the samples topic as batches. */
final class BatchReader {
    private static final int EXCERPT_BYTES = 1_024;

    private BatchReader() {}

    /** @throws OutOfRange when the record is no batch or its key is not the node */
    static SampleBatch read(Record<byte[], byte[]> record) {
        if (record.value() == null) {
            throw new OutOfRange("record", "null", "a SampleBatch");
        }
        SampleBatch batch = Wire.read(record.value(), SampleBatch.class);
        byte[] node = batch.node().getBytes(StandardCharsets.UTF_8);
        if (!Arrays.equals(node, record.key())) {
            // Another key may lie in another partition, whose windows would be folded apart.
            throw new OutOfRange("record key", text(record.key()), "the node, " + batch.node());
        }
        return batch;
    }

    private static String text(byte @Nullable [] key) {
        return key == null ? "null" : new String(key, StandardCharsets.UTF_8);
    }

    /** The first bytes in Base64; null when there are none. */
    static @Nullable String excerpt(byte @Nullable [] value) {
        return value == null
                ? null
                : Base64.getEncoder().encodeToString(Arrays.copyOf(value, Math.min(value.length, EXCERPT_BYTES)));
    }
}
