// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.engine.PacketStore;
import io.sojourn.node.path.Packet;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.capture.CaptureReader;
import io.sojourn.telemetry.capture.CapturedPacket;
import io.sojourn.telemetry.capture.Decoding;
import io.sojourn.telemetry.capture.PacketHeader;
import io.sojourn.telemetry.capture.TcpHeader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The IP packets of a capture file: pcap or pcapng, plain or compressed. What is not IP is passed over; a packet whose
 * headers cannot be read is counted and the first of them named.
 */
public final class CaptureFile implements PacketSource {
    private final Path file;
    private final NodeClock clock;
    private final CapturedPacket captured = new CapturedPacket();
    private final PacketHeader header = new PacketHeader();
    private CaptureReader reader;
    private long unreadablePackets;
    private boolean problemTold;

    private CaptureFile(Path file, NodeClock clock) throws IOException {
        this.file = file;
        this.clock = clock;
        this.reader = CaptureReader.open(file);
    }

    /**
     * @throws OutOfRange when the file is no capture
     * @throws IOException when it cannot be read
     */
    public static CaptureFile open(Path file, NodeClock clock) throws IOException {
        return new CaptureFile(file, clock);
    }

    @Override
    public boolean next(Packet into, Consumer<Reject> rejects) throws IOException {
        while (reader.next(captured)) {
            Decoding decoding = header.decode(captured);
            if (decoding == Decoding.IP) {
                fill(into);
                return true;
            }
            if (decoding != Decoding.NOT_IP) {
                unreadable(decoding, rejects);
            }
        }
        tellProblem(reader.problem(), rejects);
        return false;
    }

    @Override
    public void rewind() throws IOException {
        reader.close();
        reader = CaptureReader.open(file);
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }

    private void fill(Packet into) {
        into.timeNanos = captured.timestampNanos();
        into.ipLengthBytes = Math.toIntExact(header.ipLengthBytes());
        into.payloadBytes = Math.toIntExact(header.payloadBytes());
        into.ipVersion = header.ipVersion();
        into.protocol = header.protocol();
        into.sourceHigh = header.sourceHigh();
        into.sourceLow = header.sourceLow();
        into.destinationHigh = header.destinationHigh();
        into.destinationLow = header.destinationLow();
        // The identifier of an echo, which the header gives for ports, is none: a rule for a port must not match it.
        boolean ports = header.isTcp() || header.isUdp();
        into.sourcePort = ports ? header.sourcePort() : Packet.NO_PORT;
        into.destinationPort = ports ? header.destinationPort() : Packet.NO_PORT;
        into.tos = header.trafficClass();
        into.direction = Packet.OUTBOUND;
        into.interfaceNumber = 0;
        TcpHeader tcp = header.isTcp() ? header.tcp() : null;
        into.flags = tcp == null ? 0 : flags(tcp, header.payloadBytes());
        into.ackNumber = tcp == null ? 0 : tcp.acknowledgment();
    }

    private static int flags(TcpHeader tcp, long payloadBytes) {
        boolean ends = tcp.isFin() || tcp.isReset();
        boolean pureAck = tcp.isAck() && payloadBytes == 0 && !tcp.isSyn() && !ends;
        return (pureAck ? PacketStore.PURE_ACK : 0)
                | (tcp.sackCount() > 0 ? PacketStore.HAS_SACK : 0)
                | (tcp.isEce() ? PacketStore.ECE : 0)
                | (tcp.isCwr() ? PacketStore.CWR : 0)
                | (tcp.isSyn() && !tcp.isAck() ? PacketStore.OPENS_SESSION : 0)
                | (ends ? PacketStore.CLOSES_SESSION : 0);
    }

    private void unreadable(Decoding decoding, Consumer<Reject> rejects) {
        unreadablePackets++;
        if (unreadablePackets == 1) {
            String place = file + ", packet " + reader.packetsRead();
            rejects.accept(reject(
                    place,
                    "headers",
                    decoding + ", link type " + captured.linkType() + ", " + captured.capturedLength() + " of "
                            + captured.originalLength() + " bytes",
                    "IPv4 or IPv6 on a known link, captured up to the end of its headers",
                    "capture with tcpdump -s 128 or more; later ones are only counted"));
        }
    }

    private void tellProblem(@Nullable String problem, Consumer<Reject> rejects) {
        if (problem != null && !problemTold) {
            problemTold = true;
            rejects.accept(reject(
                    file.toString(), "capture", problem, "whole", "the packets before it are used; capture it again"));
        }
    }

    private Reject reject(String source, String field, String value, String bound, String mend) {
        return new Reject(Schema.CURRENT, source, null, clock.epochMillis(), field, value, bound, mend, null);
    }
}
