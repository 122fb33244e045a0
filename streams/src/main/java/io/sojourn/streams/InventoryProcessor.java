// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import org.apache.kafka.streams.processor.api.Processor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/** Gives every record of the inventory to the feed; also, when an instance starts, those that were there before. */
final class InventoryProcessor implements Processor<byte[], byte[], Void, Void> {
    /** Kafka wants a store for a topic that every instance reads. It holds nothing: what it would is in the tree. */
    static final String STORE = "inventory";

    private final InventoryFeed feed;
    private @Nullable ProcessorContext<Void, Void> context;

    InventoryProcessor(InventoryFeed feed) {
        this.feed = feed;
    }

    @Override
    public void init(ProcessorContext<Void, Void> given) {
        context = given;
    }

    @Override
    public void process(Record<byte[], byte[]> record) {
        ProcessorContext<Void, Void> known = context;
        if (known != null) {
            String source = known.recordMetadata()
                    .map(at -> at.topic() + "-" + at.partition() + "@" + at.offset())
                    .orElse(STORE);
            feed.take(record.key(), record.value(), source, known.currentSystemTimeMs());
        }
    }
}
