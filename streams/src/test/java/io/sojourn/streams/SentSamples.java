// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.telemetry.Topic;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What was put on the samples topic of one partition, by offset: as a broker would give it again. */
final class SentSamples {
    private final List<byte @Nullable []> values = new ArrayList<>();

    void add(byte @Nullable [] value) {
        values.add(value);
    }

    long count() {
        return values.size();
    }

    void read(Topic topic, int partition, long fromOffset, long toOffset, TopicLog.Reader reader) {
        for (int offset = (int) fromOffset; offset < Math.min(toOffset, values.size()); offset++) {
            byte[] value = values.get(offset);
            if (value != null) {
                reader.take(offset, value);
            }
        }
    }
}
