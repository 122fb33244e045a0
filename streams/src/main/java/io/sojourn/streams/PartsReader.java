// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.WindowSize;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.WindowBatch;
import io.sojourn.telemetry.Wire;
import org.jspecify.annotations.Nullable;

/** Records of the parts topic as batches. */
final class PartsReader {
    private PartsReader() {}

    /** @throws OutOfRange when the record is no batch of parts */
    static WindowBatch read(byte @Nullable [] value) {
        if (value == null) {
            throw new OutOfRange("record", "null", "a WindowBatch");
        }
        WindowBatch batch = Wire.read(value, WindowBatch.class);
        for (QueueWindow part : batch.windows()) {
            check(part);
        }
        return batch;
    }

    private static void check(QueueWindow part) {
        if (part.scope() == Scope.QUEUE || part.scope() == Scope.NODE) {
            throw new OutOfRange("scope", part.scope(), "one that may have parts on several nodes");
        }
        if (part.sizeMillis() != WindowSize.SECOND_MILLIS || part.startMillis() % WindowSize.SECOND_MILLIS != 0) {
            throw new OutOfRange(
                    "sizeMillis and startMillis", part.sizeMillis() + " and " + part.startMillis(), "a whole second");
        }
    }
}
