// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.latest;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.kafka.streams.processor.StateStore;
import org.apache.kafka.streams.state.QueryableStoreType;
import org.apache.kafka.streams.state.internals.StateStoreProvider;
import org.jspecify.annotations.Nullable;

/** How Kafka Streams hands out the stores of the partitions that are here, as one. */
final class LatestType implements QueryableStoreType<LatestNodes> {
    @Override
    public boolean accepts(StateStore store) {
        return store instanceof LatestStore;
    }

    @Override
    public LatestNodes create(StateStoreProvider provider, String storeName) {
        return new Together(provider.stores(storeName, this));
    }

    private record Together(List<LatestNodes> partitions) implements LatestNodes {
        @Override
        public @Nullable Held node(String node) {
            return partitions.stream()
                    .map(each -> each.node(node))
                    .filter(Objects::nonNull)
                    .findFirst()
                    .orElse(null);
        }

        @Override
        public Stream<Held> from(@Nullable String node) {
            return partitions.stream().flatMap(each -> each.from(node)).sorted(Comparator.comparing(held -> held.state()
                    .node()));
        }
    }
}
