// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.latest;

import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.kafka.common.serialization.StringSerializer;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.StoreQueryParameters;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.errors.InvalidStateStoreException;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/**
 * The newest windows of the job's nodes. Those that another instance folds are asked of it: in one hop, for who is asked by
 * an instance asks nobody. Safe for use by several threads.
 *
 * <p>A standby is never asked: windows in memory are on the active instance alone. While that is away the answer is
 * {@link Moving}, until another one has taken over.
 */
public final class LatestWindows implements WindowQueries {
    private static final LatestType TYPE = new LatestType();

    private final Supplier<@Nullable KafkaStreams> streams;
    private final @Nullable HostInfo self;
    private final Peers peers = new Peers();

    /** @param self address at which other instances reach this one; null when they don't */
    public LatestWindows(Supplier<@Nullable KafkaStreams> streams, @Nullable String self) {
        this.streams = streams;
        this.self = self == null ? null : HostInfo.buildFromEndpoint(self);
    }

    @Override
    public LatestPage ask(WindowsQuery query) throws Moving {
        if (self == null) {
            return here(query);
        }
        return query.node() == null ? everywhere(query) : atItsOwner(query, query.node());
    }

    /** What this instance has itself. */
    public LatestPage here(WindowsQuery query) throws Moving {
        LatestPage page = local().page(query);
        String node = query.node();
        if (node != null && page.nodes().isEmpty() && self != null && !self.equals(owner(node))) {
            throw new Moving("node " + node + " is not here any more; ask again");
        }
        return page;
    }

    private LatestPage atItsOwner(WindowsQuery query, String node) throws Moving {
        HostInfo owner = owner(node);
        return owner.equals(self) ? here(query) : Peers.answer(peers.ask(address(owner), query));
    }

    private LatestPage everywhere(WindowsQuery query) throws Moving {
        List<CompletableFuture<LatestPage>> asked = new ArrayList<>();
        List<HostInfo> others = running().streamsMetadataForStore(LatestStore.NAME).stream()
                .map(StreamsMetadata::hostInfo)
                .filter(host -> !host.equals(self) && host.port() > 0)
                .toList();
        others.forEach(host -> asked.add(peers.ask(address(host), query)));
        List<LatestPage> pages = new ArrayList<>(List.of(here(query)));
        for (int i = 0; i < asked.size(); i++) {
            HostInfo host = others.get(i);
            try {
                pages.add(Peers.answer(asked.get(i)));
            } catch (Moving e) {
                pages.add(new LatestPage(
                        List.of(), null, List.of(host.host() + ":" + host.port() + ": " + e.getMessage())));
            }
        }
        return pages.size() == 1 ? pages.get(0) : LatestPage.merged(pages, query);
    }

    private HostInfo owner(String node) throws Moving {
        KeyQueryMetadata where;
        try {
            where = running().queryMetadataForKey(LatestStore.NAME, node, new StringSerializer());
        } catch (IllegalStateException | InvalidStateStoreException e) {
            throw moving(e);
        }
        if (where.activeHost().port() <= 0) {
            throw new Moving("the nodes are being shared out; ask again");
        }
        return where.activeHost();
    }

    private LatestNodes local() throws Moving {
        KafkaStreams current = running();
        try {
            return current.store(StoreQueryParameters.fromNameAndType(LatestStore.NAME, TYPE));
        } catch (InvalidStateStoreException | IllegalStateException e) {
            if (current.state() == KafkaStreams.State.RUNNING && hasNoPartition(current)) {
                return new LatestStore();
            }
            throw moving(e);
        }
    }

    private static boolean hasNoPartition(KafkaStreams current) {
        return current.metadataForLocalThreads().stream()
                .allMatch(thread -> thread.activeTasks().isEmpty());
    }

    private KafkaStreams running() throws Moving {
        KafkaStreams current = streams.get();
        if (current == null) {
            throw new Moving("the job is not started");
        }
        return current;
    }

    private static Moving moving(RuntimeException e) {
        return new Moving(Objects.requireNonNullElse(e.getMessage(), "the job does not run") + "; ask again");
    }

    private static URI address(HostInfo host) {
        return URI.create("http://" + host.host() + ":" + host.port() + "/");
    }
}
