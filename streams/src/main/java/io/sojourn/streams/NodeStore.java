// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.NodeFold;
import io.sojourn.streams.fold.NodeState;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/**
 * What outlives the process: the state of each node, and the batches of its open windows as they came.
 *
 * <p>Batches rather than windows half done, because folding them again is exact in any order, because a batch is written
 * once where its windows would be written for each queue, size and batch, and because a window's flows may be larger than
 * a record.
 */
final class NodeStore {
    static final String NODES = "nodes";
    static final String BATCHES = "batches";

    private final KeyValueStore<String, byte[]> nodes;
    private final KeyValueStore<String, byte[]> batches;

    NodeStore(KeyValueStore<String, byte[]> nodes, KeyValueStore<String, byte[]> batches) {
        this.nodes = nodes;
        this.batches = batches;
    }

    /** Every node as it was. */
    Map<String, NodeTrack> load(FoldRules rules, long nowMillis) {
        Map<String, Map<String, SampleBatch>> kept = keptByNode();
        Map<String, NodeTrack> tracks = new HashMap<>();
        try (KeyValueIterator<String, byte[]> all = nodes.all()) {
            while (all.hasNext()) {
                KeyValue<String, byte[]> entry = all.next();
                Map<String, SampleBatch> own = kept.getOrDefault(entry.key, Map.of());
                NodeState state = Wire.read(entry.value, NodeState.class);
                NodeTrack track = new NodeTrack(NodeFold.restore(state, rules, own.values()), nowMillis);
                own.forEach((key, batch) -> track.kept(batch.startMillis(), key));
                tracks.put(entry.key, track);
            }
        }
        return tracks;
    }

    private Map<String, Map<String, SampleBatch>> keptByNode() {
        Map<String, Map<String, SampleBatch>> kept = new HashMap<>();
        try (KeyValueIterator<String, byte[]> all = batches.all()) {
            while (all.hasNext()) {
                KeyValue<String, byte[]> entry = all.next();
                SampleBatch batch = Wire.read(entry.value, SampleBatch.class);
                kept.computeIfAbsent(batch.node(), node -> new HashMap<>()).put(entry.key, batch);
            }
        }
        return kept;
    }

    /** Writes what one step changed: the node, its new batch if a window needs it, and what none needs any more. */
    void save(NodeTrack track, @Nullable SampleBatch batch, byte @Nullable [] asItCame) {
        NodeState state = track.fold().state();
        if (batch != null && asItCame != null) {
            String key = key(batch);
            batches.put(key, batch.trails().isEmpty() ? asItCame : withoutTrails(batch));
            track.kept(batch.startMillis(), key);
        }
        List<String> dropped = new ArrayList<>(track.dropped());
        dropped.forEach(batches::delete);
        nodes.put(state.node(), Wire.write(state, WireFormat.JSON));
    }

    /** The length makes the node's end plain, whatever characters its name has. */
    private static String key(SampleBatch batch) {
        return batch.node().length() + ":" + batch.node() + "/" + batch.startMillis() + "/" + batch.sequence();
    }

    /** Windows have no trails, and trails can be the larger part of a batch. */
    private static byte[] withoutTrails(SampleBatch batch) {
        SampleBatch bare = new SampleBatch(
                batch.schema(),
                batch.node(),
                batch.sequence(),
                batch.clocking(),
                batch.startMillis(),
                batch.endMillis(),
                batch.queues(),
                batch.flows(),
                List.of());
        return Wire.write(bare, WireFormat.SMILE);
    }
}
