// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.message.ProduceRequestData;
import org.apache.kafka.common.message.ProduceRequestData.PartitionProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceData;
import org.apache.kafka.common.message.ProduceRequestData.TopicProduceDataCollection;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.protocol.Errors;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.SimpleRecord;
import org.apache.kafka.common.requests.AbstractResponse;
import org.apache.kafka.common.requests.ProduceRequest;
import org.apache.kafka.common.requests.RequestHeader;

/**
 * Sends produce requests that were made beforehand, so that sending costs next to nothing on the machine that is measured:
 * in the field, encoding and compressing is the nodes' work. The library's producer can't be given compressed records.
 */
final class RequestPipe implements AutoCloseable {
    /** The last version that names topics rather than their ids. */
    private static final short VERSION = 12;

    private static final int TIMEOUT_MILLIS = 30_000;
    private static final RequestHeader HEADER = new RequestHeader(ApiKeys.PRODUCE, VERSION, "bench", 0);

    private final SocketChannel channel;
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicReference<String> refusal = new AtomicReference<>();

    RequestPipe(String bootstrapServer) throws IOException {
        String[] parts = bootstrapServer.split(":", -1);
        channel = SocketChannel.open(new InetSocketAddress(parts[0], Integer.parseInt(parts[1])));
        Thread thread = new Thread(this::readAnswers, "answers");
        thread.setDaemon(true);
        thread.start();
    }

    /** One record in a request of its own, as a node's exporter sends it: length first, ready for the wire. */
    static ByteBuffer request(String topic, int partition, long millis, String key, byte[] value) {
        MemoryRecords records = MemoryRecords.withRecords(
                Compression.zstd().build(), new SimpleRecord(millis, key.getBytes(StandardCharsets.UTF_8), value));
        TopicProduceDataCollection topics = new TopicProduceDataCollection();
        topics.add(new TopicProduceData()
                .setName(topic)
                .setPartitionData(
                        List.of(new PartitionProduceData().setIndex(partition).setRecords(records))));
        ProduceRequest request = ProduceRequest.builder(new ProduceRequestData()
                        .setAcks((short) -1)
                        .setTimeoutMs(TIMEOUT_MILLIS)
                        .setTopicData(topics))
                .build(VERSION);
        ByteBuffer bytes = request.serializeWithHeader(HEADER);
        ByteBuffer framed = ByteBuffer.allocate(Integer.BYTES + bytes.remaining());
        return framed.putInt(bytes.remaining()).put(bytes).flip();
    }

    void send(ByteBuffer request) throws IOException {
        String why = refusal.get();
        if (why != null) {
            throw new BenchFailure("the broker refused samples: " + why);
        }
        while (request.hasRemaining()) {
            channel.write(request);
        }
    }

    long acknowledged() {
        return acknowledged.get();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private void readAnswers() {
        try {
            while (true) {
                ByteBuffer answer = read(read(Integer.BYTES).getInt());
                AbstractResponse response = AbstractResponse.parseResponse(answer, HEADER);
                response.errorCounts().keySet().stream()
                        .filter(error -> error != Errors.NONE)
                        .forEach(error -> refusal.compareAndSet(null, error.message()));
                acknowledged.incrementAndGet();
            }
        } catch (ClosedChannelException e) {
            // Closed by us.
        } catch (IOException e) {
            refusal.compareAndSet(null, String.valueOf(e.getMessage()));
        }
    }

    private ByteBuffer read(int length) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocate(length);
        while (buffer.hasRemaining()) {
            if (channel.read(buffer) < 0) {
                throw new IOException("connection closed by the broker");
            }
        }
        return buffer.flip();
    }
}
