// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes captures of made-up TCP and UDP for tests: Ethernet, IPv4, nanoseconds, headers only. */
final class CaptureWriter {
    static final int CLIENT = 0x0a000001;
    static final int SERVER = 0x0a000002;
    static final int SYN = 0x02;
    static final int ACK = 0x10;

    private static final long EPOCH_NANOS = 1_700_000_000_000_000_000L;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private int identification;

    CaptureWriter() {
        out.writeBytes(ByteBuffer.allocate(24)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(0xa1b23c4d)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(96)
                .putInt(1)
                .array());
    }

    /** A segment from the client's port 1000 to the server's 80. */
    CaptureWriter data(double millis, long sequence, int payload) {
        return tcp(millis, true, 1_000, sequence, 1, ACK, payload);
    }

    /** An acknowledgment from the server, with SACK blocks as pairs. */
    CaptureWriter ack(double millis, long acknowledgment, long... blocks) {
        return tcp(millis, false, 1_000, 1, acknowledgment, ACK, 0, sack(blocks));
    }

    CaptureWriter tcp(
            double millis,
            boolean toServer,
            int port,
            long sequence,
            long ack,
            int flags,
            int payload,
            byte... options) {
        ByteBuffer packet = ip(millis, toServer, 6, 20 + options.length, payload);
        packet.putShort((short) (toServer ? port : 80)).putShort((short) (toServer ? 80 : port));
        packet.putInt((int) sequence).putInt((int) ack);
        packet.put((byte) (((20 + options.length) / 4) << 4)).put((byte) flags).putShort((short) 65_535);
        packet.putInt(0).put(options);
        return record(packet);
    }

    CaptureWriter udp(double millis, int source, int destination, int payload) {
        ByteBuffer packet = ip(millis, true, 17, 8, payload);
        packet.putShort((short) source).putShort((short) destination);
        packet.putShort((short) (8 + payload)).putShort((short) 0);
        return record(packet);
    }

    /** From the client's port 5000 to the server's 443, with its first byte. */
    CaptureWriter quic(double millis, int firstByte, int payload) {
        ByteBuffer packet = ip(millis, true, 17, 9, payload - 1);
        packet.putShort((short) 5_000).putShort((short) 443);
        packet.putShort((short) (8 + payload)).putShort((short) 0).put((byte) firstByte);
        return record(packet);
    }

    CaptureWriter raw(byte... bytes) {
        out.writeBytes(bytes);
        return this;
    }

    private ByteBuffer ip(double millis, boolean toServer, int protocol, int headerBytes, int payload) {
        int captured = 34 + headerBytes;
        int length = 20 + headerBytes + payload;
        long nanos = EPOCH_NANOS + Math.round(millis * 1e6);
        ByteBuffer record = ByteBuffer.allocate(16 + captured).order(ByteOrder.LITTLE_ENDIAN);
        record.putInt((int) (nanos / 1_000_000_000L)).putInt((int) (nanos % 1_000_000_000L));
        record.putInt(captured).putInt(14 + length).order(ByteOrder.BIG_ENDIAN);
        int source = toServer ? CLIENT : SERVER;
        int destination = toServer ? SERVER : CLIENT;
        record.putShort((short) 0x0200)
                .putInt(destination)
                .putShort((short) 0x0200)
                .putInt(source);
        record.putShort((short) 0x0800);
        record.put((byte) 0x45).put((byte) 0).putShort((short) length);
        record.putShort((short) ++identification).putShort((short) 0x4000);
        record.put((byte) 64).put((byte) protocol).putShort((short) 0);
        return record.putInt(source).putInt(destination);
    }

    private CaptureWriter record(ByteBuffer packet) {
        byte[] bytes = new byte[packet.capacity()];
        packet.flip().get(bytes);
        out.writeBytes(bytes);
        return this;
    }

    static byte[] sack(long... blocks) {
        if (blocks.length == 0) {
            return new byte[0];
        }
        ByteBuffer options = ByteBuffer.allocate(4 + 4 * blocks.length);
        options.putShort((short) 0x0101).put((byte) 5).put((byte) (2 + 4 * blocks.length));
        for (long block : blocks) {
            options.putInt((int) block);
        }
        return options.array();
    }

    static byte[] timestamps(int value, int echo) {
        return ByteBuffer.allocate(12)
                .putInt(0x0101080a)
                .putInt(value)
                .putInt(echo)
                .array();
    }

    /** Offers MSS 1460, SACK and the window scale. */
    static byte[] synOptions(int scale) {
        return ByteBuffer.allocate(12)
                .putInt(0x020405b4)
                .putShort((short) 0x0402)
                .put((byte) 1)
                .put((byte) 3)
                .put((byte) 3)
                .put((byte) scale)
                .putShort((short) 0x0101)
                .array();
    }

    Path to(Path file) throws IOException {
        return Files.write(file, out.toByteArray());
    }
}
