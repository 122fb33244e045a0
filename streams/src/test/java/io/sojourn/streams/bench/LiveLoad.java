// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.Wire;
import io.sojourn.testkit.Fleet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * A live fleet: each node sends its batch when its second ends, the nodes one after the other within the second. All of
 * it is made beforehand, for a time to come, in a file.
 */
final class LiveLoad implements AutoCloseable {
    private static final long SEED = 5;
    private static final double READY_MARGIN = 1.3;
    private static final long READY_SPARE_MILLIS = 5_000;

    private final KafkaEnds ends;
    private final int nodes;
    private final int seconds;
    private final Path file;
    private final Progress progress;
    private final long[][] offsets;
    private final int[][] lengths;
    private final AtomicLong end = new AtomicLong();
    private final AtomicLong mostBehindMillis = new AtomicLong();
    private final AtomicLong sentBatches = new AtomicLong();
    private Fleet fleet;
    private FileChannel store;
    private Thread sender;
    private volatile RuntimeException failure;

    LiveLoad(KafkaEnds ends, int queues, int seconds, Path folder, Progress progress) {
        this.ends = ends;
        this.nodes = queues / Options.QUEUES_A_NODE;
        this.seconds = seconds;
        this.file = folder.resolve("live-load");
        this.progress = progress;
        this.offsets = new long[seconds][nodes];
        this.lengths = new int[seconds][nodes];
    }

    /** Makes everything, for a start soon after it will be ready. */
    void prepare() {
        try {
            store = FileChannel.open(
                    file,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        fleet = fleetFrom(0);
        long began = System.nanoTime();
        make(0);
        make(0);
        double secondsEach = (System.nanoTime() - began) / 2e9;
        end.set(0);
        long readyMillis = System.currentTimeMillis()
                + Math.round(READY_MARGIN * 1e3 * secondsEach * seconds)
                + READY_SPARE_MILLIS;
        fleet = fleetFrom(readyMillis);
        for (int second = 0; second < seconds; second++) {
            make(second);
            progress.at("made %d of %d s".formatted(second + 1, seconds));
        }
        if (System.currentTimeMillis() > readyMillis) {
            throw new BenchFailure("making the load took longer than foreseen; run again on a quieter machine");
        }
    }

    private Fleet fleetFrom(long startMillis) {
        return new Fleet(
                new Fleet.Plan(SEED, nodes, Options.QUEUES_A_NODE, Clocking.LIVE, startMillis / 1_000 * 1_000, true));
    }

    private void make(int second) {
        IntStream.range(0, nodes).parallel().forEach(node -> {
            SampleBatch batch = fleet.batch(node, second);
            ByteBuffer request = RequestPipe.request(
                    ends.topic(Topic.SAMPLES),
                    node % Topic.SAMPLES.partitions(),
                    batch.endMillis(),
                    batch.node(),
                    Wire.write(batch, ends.format()));
            lengths[second][node] = request.remaining();
            offsets[second][node] = end.getAndAdd(request.remaining());
            write(request, offsets[second][node]);
        });
    }

    private void write(ByteBuffer request, long offset) {
        try {
            long at = offset;
            while (request.hasRemaining()) {
                at += store.write(request, at);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** When the first node's first second ends. */
    long firstEndMillis() {
        return fleet.plan().startMillis() + 1_000;
    }

    /** When a node's window of one second has its sample complete. */
    long sampleEndMillis(String node, long windowStartMillis) {
        return windowStartMillis + 1_000 + fleet.offsetMillis(Fleet.index(node));
    }

    /** Begins to send, each batch when its second ends. */
    void start() {
        sender = new Thread(this::sendAll, "live-load");
        sender.setDaemon(true);
        sender.start();
    }

    boolean isOver() {
        if (failure != null) {
            throw failure;
        }
        return !sender.isAlive();
    }

    long sentBatches() {
        return sentBatches.get();
    }

    /** The longest that a batch was sent after its time. */
    long mostBehindMillis() {
        return mostBehindMillis.get();
    }

    /** Begins to look for the longest anew. */
    void resetBehind() {
        mostBehindMillis.set(0);
    }

    int nodes() {
        return nodes;
    }

    private void sendAll() {
        try (RequestPipe pipe = new RequestPipe(ends.bootstrapServers())) {
            for (int second = 0; second < seconds; second++) {
                for (int node = 0; node < nodes; node++) {
                    send(pipe, second, node);
                }
            }
            while (pipe.acknowledged() < (long) seconds * nodes) {
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
            }
        } catch (IOException e) {
            failure = new UncheckedIOException(e);
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    private void send(RequestPipe pipe, int second, int node) throws IOException {
        ByteBuffer request = ByteBuffer.allocate(lengths[second][node]);
        while (request.hasRemaining()) {
            store.read(request, offsets[second][node] + request.position());
        }
        long dueMillis = firstEndMillis() + second * 1_000L + fleet.offsetMillis(node);
        for (long left = dueMillis - System.currentTimeMillis();
                left > 0;
                left = dueMillis - System.currentTimeMillis()) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(left));
        }
        mostBehindMillis.accumulateAndGet(System.currentTimeMillis() - dueMillis, Math::max);
        pipe.send(request.flip());
        sentBatches.incrementAndGet();
    }

    @Override
    public void close() {
        try {
            store.close();
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
