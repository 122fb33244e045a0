// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.engine.PacketStore;
import io.sojourn.node.path.Packet;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Reject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaptureFileTest {
    private static final int RAW_IP = 101;
    private static final int HEADER_BYTES = 24;

    @TempDir
    private Path folder;

    private final List<Reject> rejects = new ArrayList<>();
    private final Packet packet = new Packet();

    @Test
    void lengthIsThatOfTheIpHeaderHoweverLittleWasCaptured() throws IOException {
        try (CaptureFile file = open(capture(udp(17)))) {
            assertThat(file.next(packet, rejects::add)).isTrue();

            assertThat(packet.timeNanos).isEqualTo(1_700_000_000_000_005_000L);
            assertThat(packet.ipLengthBytes).isEqualTo(1_500);
            assertThat(packet.payloadBytes).isEqualTo(1_472);
            assertThat(packet.sourceLow).isEqualTo(0x0A4D0102L);
            assertThat(packet.sourcePort).isEqualTo(4_660);
            assertThat(packet.destinationPort).isEqualTo(53);
            assertThat(file.next(packet, rejects::add)).isFalse();
            assertThat(rejects).isEmpty();
        }
    }

    @Test
    void whatTheEngineWantsOfTcpAndEcnIsRead() throws IOException {
        try (CaptureFile file = open(capture(tcp(0x02), tcp(0x10), tcp(0xD0), tcp(0x11)))) {
            assertThat(file.next(packet, rejects::add)).isTrue();
            assertThat(packet.flags).isEqualTo(PacketStore.OPENS_SESSION);
            assertThat(packet.tos).isEqualTo(0xb9);
            assertThat(packet.ackNumber).isEqualTo(0x01020304);
            file.next(packet, rejects::add);
            assertThat(packet.flags).isEqualTo(PacketStore.PURE_ACK);
            file.next(packet, rejects::add);
            assertThat(packet.flags).isEqualTo(PacketStore.PURE_ACK | PacketStore.ECE | PacketStore.CWR);
            file.next(packet, rejects::add);
            assertThat(packet.flags).isEqualTo(PacketStore.CLOSES_SESSION);
        }
    }

    @Test
    void protocolWithoutPortsHasNone() throws IOException {
        try (CaptureFile file = open(capture(udp(1)))) {
            file.next(packet, rejects::add);

            assertThat(packet.sourcePort).isEqualTo(Packet.NO_PORT);
        }
    }

    @Test
    void cutFileGivesItsPacketsUpToTheCutAndNamesItOnceThoughItIsReadTwice() throws IOException {
        byte[] whole = capture(udp(17), udp(17));
        try (CaptureFile file = open(Arrays.copyOf(whole, whole.length - 5))) {
            assertThat(file.next(packet, rejects::add)).isTrue();
            assertThat(file.next(packet, rejects::add)).isFalse();
            file.rewind();
            assertThat(file.next(packet, rejects::add)).isTrue();
            assertThat(file.next(packet, rejects::add)).isFalse();
        }
        assertThat(rejects).singleElement().satisfies(reject -> assertThat(reject.value())
                .contains("packet 2"));
    }

    @Test
    void unreadablePacketIsNamedAndTheRestGoesOn() throws IOException {
        byte[] broken = udp(17);
        broken[0] = 0x15;
        try (CaptureFile file = open(capture(broken, broken, udp(17)))) {
            assertThat(file.next(packet, rejects::add)).isTrue();
            assertThat(file.next(packet, rejects::add)).isFalse();
        }
        assertThat(rejects).singleElement().satisfies(reject -> assertThat(reject.line())
                .contains("packet 1", "MALFORMED"));
    }

    @Test
    void whatIsNoCaptureIsRefused() throws IOException {
        Path text = Files.writeString(folder.resolve("notes.txt"), "no capture at all");

        assertThatThrownBy(() -> CaptureFile.open(text, new FakeClock())).isInstanceOf(OutOfRange.class);
    }

    private CaptureFile open(byte[] bytes) throws IOException {
        return CaptureFile.open(Files.write(folder.resolve("test.pcap"), bytes), new FakeClock());
    }

    private static byte[] capture(byte[]... packets) {
        ByteBuffer file = ByteBuffer.allocate(HEADER_BYTES
                + Arrays.stream(packets).mapToInt(packet -> 16 + packet.length).sum());
        file.putInt(0xa1b2c3d4)
                .putShort((short) 2)
                .putShort((short) 4)
                .putInt(0)
                .putInt(0);
        file.putInt(96).putInt(RAW_IP);
        for (byte[] packet : packets) {
            file.putInt(1_700_000_000)
                    .putInt(5)
                    .putInt(packet.length)
                    .putInt(1_500)
                    .put(packet);
        }
        return file.array();
    }

    /** A whole segment without payload, its code point EF and ECT(1). */
    private static byte[] tcp(int flags) {
        ByteBuffer packet = ByteBuffer.allocate(40);
        packet.put((byte) 0x45).put((byte) 0xb9).putShort((short) 40).putInt(0);
        packet.put((byte) 64).put((byte) 6).putShort((short) 0);
        packet.putInt(0x0A4D0102).putInt(0x0A4D0202);
        packet.putShort((short) 4_660).putShort((short) 80).putInt(1).putInt(0x01020304);
        packet.put((byte) 0x50).put((byte) flags).putShort((short) 1_000).putInt(0);
        return packet.array();
    }

    /** The first 28 of 1500 bytes. */
    private static byte[] udp(int protocol) {
        ByteBuffer packet = ByteBuffer.allocate(28);
        packet.put((byte) 0x45).put((byte) 0).putShort((short) 1_500).putInt(0);
        packet.put((byte) 64).put((byte) protocol).putShort((short) 0);
        packet.putInt(0x0A4D0102).putInt(0x0A4D0202);
        packet.putShort((short) 4_660)
                .putShort((short) 53)
                .putShort((short) 1_480)
                .putShort((short) 0);
        return packet.array();
    }
}
