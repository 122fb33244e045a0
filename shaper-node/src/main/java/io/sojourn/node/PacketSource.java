// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.node.path.Egress;
import io.sojourn.node.path.Packet;
import io.sojourn.telemetry.Reject;
import java.io.Closeable;
import java.io.IOException;
import java.util.function.Consumer;

/** Where a node's packets come from, in the order of their time. Used by one thread. */
public interface PacketSource extends Closeable {
    /**
     * Reads the next packet.
     *
     * @param rejects told of what could not be read; the source goes on with the rest
     * @return false when there is none left
     */
    boolean next(Packet into, Consumer<Reject> rejects) throws IOException;

    /**
     * As {@link #next(Packet, Consumer)}. A source whose packets answer to those that the node lets go knows of none after
     * the next may leave: it may say that nothing came until then, see {@link Packet#isNone}.
     *
     * @param nextReleaseNanos when the next packet may leave; {@code Long.MAX_VALUE} when none waits
     */
    default boolean next(Packet into, long nextReleaseNanos, Consumer<Reject> rejects) throws IOException {
        return next(into, rejects);
    }

    /** Who is told what becomes of the packets. */
    default Egress egress() {
        return Egress.NONE;
    }

    /** Goes back to the first packet. */
    void rewind() throws IOException;
}
