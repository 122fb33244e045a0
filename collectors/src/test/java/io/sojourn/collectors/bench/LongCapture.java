// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.bench;

import io.sojourn.telemetry.capture.CaptureReader;
import io.sojourn.telemetry.capture.CapturedPacket;
import io.sojourn.testkit.TestData;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;

/** A recorded run again and again, a minute apart, each time from another client: a pcap of any length. */
final class LongCapture {
    private static final String RUN = "A-policer-bpf.cubic";
    private static final long REPEAT_NANOS = 60_000_000_000L;
    private static final int CLIENT = 0x0a4d0102;
    private static final int SOURCE = 26;
    private static final int DESTINATION = 30;

    private LongCapture() {}

    /** At least so long. */
    static void write(Path file, long bytes) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 20)) {
            out.write(ByteBuffer.allocate(24)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putInt(0xa1b23c4d)
                    .putInt(2 | 4 << 16)
                    .putLong(0)
                    .putInt(262_144)
                    .putInt(1)
                    .array());
            long written = 24;
            for (int copy = 0; written < bytes; copy++) {
                written += copy(out, copy);
            }
        }
    }

    private static long copy(OutputStream out, int number) throws IOException {
        Path run = TestData.examples().resolve(RUN).resolve("client.pcap.zst");
        CapturedPacket packet = new CapturedPacket();
        ByteBuffer record = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
        long written = 0;
        try (CaptureReader reader = CaptureReader.open(run)) {
            while (reader.next(packet)) {
                long nanos = packet.timestampNanos() + number * REPEAT_NANOS;
                readdress(packet, number);
                record.clear();
                record.putInt((int) (nanos / 1_000_000_000L)).putInt((int) (nanos % 1_000_000_000L));
                record.putInt(packet.capturedLength()).putInt(packet.originalLength());
                out.write(record.array());
                out.write(packet.bytes(), 0, packet.capturedLength());
                written += 16 + packet.capturedLength();
            }
        }
        return written;
    }

    private static void readdress(CapturedPacket packet, int number) {
        ByteBuffer bytes = ByteBuffer.wrap(packet.bytes());
        for (int at : new int[] {SOURCE, DESTINATION}) {
            if (packet.capturedLength() >= at + 4 && bytes.getInt(at) == CLIENT) {
                bytes.putInt(at, CLIENT + (number + 1) * 0x1_0000);
            }
        }
    }
}
