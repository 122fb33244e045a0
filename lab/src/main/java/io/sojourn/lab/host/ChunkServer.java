// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

import io.sojourn.lab.net.Endpoint;
import io.sojourn.lab.net.Packet;
import io.sojourn.lab.net.Timer;

/** Has one chunk more to send for each request that reaches it; a request asked again asks for nothing more. */
final class ChunkServer implements Application, Endpoint {
    private final long chunkSegments;
    private Timer.Alarm moreToSend = nowNanos -> {};
    private long chunks;

    /** @param chunkSegments of each chunk */
    ChunkServer(long chunkSegments) {
        this.chunkSegments = chunkSegments;
    }

    /** @param moreToSend the sender's, told that there is */
    void sendBy(Timer.Alarm moreToSend) {
        this.moreToSend = moreToSend;
    }

    @Override
    public void receive(Packet request, long nowNanos) {
        if (request.number >= chunks) {
            chunks = request.number + 1;
            moreToSend.ring(nowNanos);
        }
    }

    @Override
    public long segments(long nowNanos) {
        return chunks * chunkSegments;
    }

    @Override
    public long nextNanos(long nowNanos) {
        return Long.MAX_VALUE;
    }
}
