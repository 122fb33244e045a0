// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Writes captures for tests. */
final class CaptureBytes {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteOrder order;

    CaptureBytes(ByteOrder order) {
        this.order = order;
    }

    CaptureBytes bytes(byte... bytes) {
        out.write(bytes, 0, bytes.length);
        return this;
    }

    CaptureBytes shorts(int... values) {
        for (int value : values) {
            bytes(ByteBuffer.allocate(2).order(order).putShort((short) value).array());
        }
        return this;
    }

    CaptureBytes integers(long... values) {
        for (long value : values) {
            bytes(ByteBuffer.allocate(4).order(order).putInt((int) value).array());
        }
        return this;
    }

    CaptureBytes longs(long value) {
        return bytes(ByteBuffer.allocate(8).order(order).putLong(value).array());
    }

    CaptureBytes pcapHeader(int magic, int linkType) {
        return integers(magic).shorts(2, 4).integers(0, 0, 65_535, linkType);
    }

    CaptureBytes record(long seconds, long fraction, byte[] packet, int originalLength) {
        return integers(seconds, fraction, packet.length, originalLength).bytes(packet);
    }

    CaptureBytes section() {
        return integers(PcapngFormat.SECTION_HEADER, 28, 0x1a2b3c4d)
                .shorts(1, 0)
                .longs(-1)
                .integers(28);
    }

    CaptureBytes plainInterface(int linkType, int snapLength) {
        return integers(1, 20).shorts(linkType, 0).integers(snapLength, 20);
    }

    CaptureBytes interfaceWith(int linkType, int resolution, long offsetSeconds) {
        return integers(1, 44)
                .shorts(linkType, 0)
                .integers(0)
                .shorts(9, 1)
                .bytes((byte) resolution, (byte) 0, (byte) 0, (byte) 0)
                .shorts(14, 8)
                .longs(offsetSeconds)
                .shorts(0, 0)
                .integers(44);
    }

    CaptureBytes enhanced(int interfaceId, long ticks, byte[] packet, int originalLength) {
        int padded = (packet.length + 3) / 4 * 4;
        return integers(6, 32 + padded, interfaceId, ticks >>> 32, ticks, packet.length, originalLength)
                .bytes(packet)
                .bytes(new byte[padded - packet.length])
                .integers(32 + padded);
    }

    /** With {@code epb_dropcount}. */
    CaptureBytes enhancedAfterDrops(int interfaceId, long ticks, byte[] packet, long drops) {
        int padded = (packet.length + 3) / 4 * 4;
        return integers(6, 48 + padded, interfaceId, ticks >>> 32, ticks, packet.length, packet.length)
                .bytes(packet)
                .bytes(new byte[padded - packet.length])
                .shorts(4, 8)
                .longs(drops)
                .shorts(0, 0)
                .integers(48 + padded);
    }

    /** With {@code isb_ifdrop} and {@code isb_osdrop}. */
    CaptureBytes statistics(int interfaceId, long interfaceDrops, long systemDrops) {
        return integers(5, 52, interfaceId, 0, 0)
                .shorts(5, 8)
                .longs(interfaceDrops)
                .shorts(7, 8)
                .longs(systemDrops)
                .shorts(0, 0)
                .integers(52);
    }

    CaptureBytes simple(byte[] captured, int originalLength) {
        int padded = (captured.length + 3) / 4 * 4;
        return integers(3, 16 + padded, originalLength)
                .bytes(captured)
                .bytes(new byte[padded - captured.length])
                .integers(16 + padded);
    }

    byte[] done() {
        return out.toByteArray();
    }
}
