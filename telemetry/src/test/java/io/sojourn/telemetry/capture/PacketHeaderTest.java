// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PacketHeaderTest {
    private static final String MACS = "020000000002 020000000001";
    /** 10.77.1.2:40001 to 10.77.2.2:5201, total length 1500, identification 0x1234, ECT(0). */
    private static final String IPV4 = "45 02 05dc 1234 4000 40 06 0000 0a4d0102 0a4d0202";

    private static final String TCP = "9c41 1451 00000064 00000200 80 10 ffff 0000 0000 0101 080a 0000000a 00000014";
    private static final String IPV6_ADDRESSES = "20010db8000000000000000000000001 20010db8000000000001000000000002";

    private final PacketHeader header = new PacketHeader();

    @ParameterizedTest
    @CsvSource({
        "1, '" + MACS + " 0800', 14",
        "1, '" + MACS + " 8100 0064 0800', 18",
        "1, '" + MACS + " 88a8 0064 8100 0065 0800', 22",
        "1, '" + MACS + " 8864 1100 0001 05de 0021', 22",
        "113, '0004 0001 0006 020000000001 0000 0800', 16",
        "276, '0800 0000 00000002 0001 04 06 020000000001 0000', 20",
        "0, '02000000', 4",
        "0, '00000002', 4",
        "108, '00000002', 4",
        "101, '', 0"
    })
    void everyLinkTypeLeadsToTheSameTcpSegment(int linkType, String link, int linkBytes) {
        assertThat(decode(linkType, link + IPV4 + TCP, 1_514)).isEqualTo(Decoding.IP);

        assertThat(header.linkHeaderBytes()).isEqualTo(linkBytes);
        assertThat(header.sourceText()).isEqualTo("10.77.1.2");
        assertThat(header.destinationText()).isEqualTo("10.77.2.2");
        assertThat(header.isTcp()).isTrue();
        assertThat(header.sourcePort()).isEqualTo(40_001);
        assertThat(header.destinationPort()).isEqualTo(5_201);
        assertThat(header.ipLengthBytes()).isEqualTo(1_500);
        assertThat(header.payloadBytes()).isEqualTo(1_448);
        assertThat(header.ipIdentification()).isEqualTo(0x1234);
        assertThat(header.trafficClass()).isEqualTo(2);
        assertThat(header.tcp().sequence()).isEqualTo(100);
        assertThat(header.tcp().acknowledgment()).isEqualTo(512);
        assertThat(header.tcp().window()).isEqualTo(65_535);
        assertThat(header.tcp().timestampValue()).isEqualTo(10);
        assertThat(header.tcp().timestampEcho()).isEqualTo(20);
    }

    @Test
    void ethernetGivesItsAddresses() {
        assertThat(decode(1, MACS + "0800" + IPV4 + TCP, 1_514)).isEqualTo(Decoding.IP);

        assertThat(header.hasMacs()).isTrue();
        assertThat(header.destinationMac()).isEqualTo(0x020000000002L);
        assertThat(header.sourceMac()).isEqualTo(0x020000000001L);
    }

    @Test
    void synGivesItsOptions() {
        String syn = "45 00 003c 0001 4000 40 06 0000 0a4d0102 0a4d0202"
                + "9c41 1451 00000064 00000000 a0 02 faf0 0000 0000"
                + "0204 05b4 0402 080a 00000001 00000000 01 030307";

        assertThat(decode(101, syn, 60)).isEqualTo(Decoding.IP);
        assertThat(header.tcp().isSyn()).isTrue();
        assertThat(header.tcp().mssBytes()).isEqualTo(1_460);
        assertThat(header.tcp().windowScale()).isEqualTo(7);
        assertThat(header.tcp().sackPermitted()).isTrue();
        assertThat(header.payloadBytes()).isZero();
    }

    @Test
    void sackBlocksAreRead() {
        String ack = "45 00 0044 0001 4000 40 06 0000 0a4d0202 0a4d0102"
                + "1451 9c41 00000064 000003e8 c0 10 faf0 0000 0000 0101 051a"
                + "00000100 00000200 00000300 00000400 fffffff0 00000010";

        assertThat(decode(101, ack, 68)).isEqualTo(Decoding.IP);
        assertThat(header.tcp().sackCount()).isEqualTo(3);
        assertThat(header.tcp().sackLeft(0)).isEqualTo(0x100);
        assertThat(header.tcp().sackRight(1)).isEqualTo(0x400);
        assertThat(header.tcp().sackLeft(2)).isEqualTo(0xffff_fff0);
        assertThat(header.tcp().windowScale()).isEqualTo(TcpHeader.NO_WINDOW_SCALE);
    }

    @Test
    void lengthZeroIsTakenFromTheFrame() {
        String zero = IPV4.replace("05dc", "0000");

        assertThat(decode(1, MACS + "0800" + zero + TCP, 14 + 40_052)).isEqualTo(Decoding.IP);
        assertThat(header.ipLengthBytes()).isEqualTo(40_052);
        assertThat(header.payloadBytes()).isEqualTo(40_000);
    }

    @Test
    void paddingOfAShortFrameIsNoPayload() {
        String ack = "45 00 0028 0001 4000 40 06 0000 0a4d0202 0a4d0102"
                + "1451 9c41 00000064 000003e8 50 10 faf0 0000 0000 000000000000";

        assertThat(decode(1, MACS + "0800" + ack, 60)).isEqualTo(Decoding.IP);
        assertThat(header.payloadBytes()).isZero();
    }

    @Test
    void ipv6WalksItsExtensionHeaders() {
        String packet = "6000 0000 0020 00 40" + IPV6_ADDRESSES
                + "3c 00 000000000000" // hop by hop
                + "11 00 000000000000" // destination options
                + "0035 1f90 0010 0000 0102030405060708";

        assertThat(decode(101, packet, 72)).isEqualTo(Decoding.IP);
        assertThat(header.isUdp()).isTrue();
        assertThat(header.sourcePort()).isEqualTo(53);
        assertThat(header.payloadBytes()).isEqualTo(8);
        assertThat(header.sourceText()).isEqualTo("2001:db8::1");
        assertThat(header.destinationText()).isEqualTo("2001:db8::1:0:0:2");
    }

    @Test
    void laterFragmentsHaveNoPorts() {
        String packet = "6000 0000 0010 2c 40" + IPV6_ADDRESSES + "11 00 0008 00000001 0035 1f90 0010 0000";

        assertThat(decode(101, packet, 56)).isEqualTo(Decoding.IP);
        assertThat(header.isLaterFragment()).isTrue();
        assertThat(header.hasPorts()).isFalse();
        assertThat(header.payloadBytes()).isEqualTo(8);

        String later = "45 00 0024 0001 00b9 40 11 0000 0a4d0202 0a4d0102" + "0035 1f90 0010 0000 0102030405060708";
        assertThat(decode(101, later, 36)).isEqualTo(Decoding.IP);
        assertThat(header.hasPorts()).isFalse();
        assertThat(header.isFragment()).isTrue();
    }

    @Test
    void echoRequestAndReplyShareTheirIdentifier() {
        String request = "45 00 0020 0001 4000 40 01 0000 0a4d0202 0a4d0102 08 00 0000 0007 0009 00000000";

        assertThat(decode(101, request, 32)).isEqualTo(Decoding.IP);
        assertThat(header.isEchoRequest()).isTrue();
        assertThat(header.sourcePort()).isEqualTo(7);
        assertThat(header.echoSequence()).isEqualTo(9);
        assertThat(header.payloadBytes()).isEqualTo(4);
    }

    @ParameterizedTest
    @CsvSource({
        "1, '" + MACS + " 0806 0001', NOT_IP",
        "147, '00', UNKNOWN_LINK",
        "1, '0200', CUT_SHORT",
        "1, '" + MACS + " 8100 00', CUT_SHORT",
        "101, '45 00', CUT_SHORT",
        "101, '55 00 0028', MALFORMED",
        // header length 16
        "101, '44 00 0028 0001 4000 40 06 0000 0a4d0202 0a4d0102', MALFORMED",
        // total length below the header's
        "101, '45 00 0013 0001 4000 40 06 0000 0a4d0202 0a4d0102', MALFORMED",
        // no room for TCP
        "101, '45 00 0027 0001 4000 40 06 0000 0a4d0202 0a4d0102 1451 9c41', MALFORMED",
        "101, '45 00 0028 0001 4000 40 06 0000 0a4d0202 0a4d0102 1451 9c41', CUT_SHORT",
        // data offset 16
        "101, '45 00 0028 0001 4000 40 06 0000 0a4d0202 0a4d0102 1451 9c41 00000064 000003e8 40 10 faf0 0000 0000', MALFORMED",
        // option of length 1
        "101, '45 00 002c 0001 4000 40 06 0000 0a4d0202 0a4d0102 1451 9c41 00000064 000003e8 60 10 faf0 0000 0000 05010000', MALFORMED",
        // UDP without room
        "101, '45 00 001b 0001 4000 40 11 0000 0a4d0202 0a4d0102 0035 1f90', MALFORMED"
    })
    void whatCannotBeReadIsTold(int linkType, String hex, Decoding expected) {
        assertThat(decode(linkType, hex, 100)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void noBytesMakeItThrow(long seed) {
        Random random = new Random(seed);
        int[] linkTypes = {0, 1, 12, 101, 108, 113, 276, 9};
        byte[] sound = HexFormat.of().parseHex((MACS + "0800" + IPV4 + TCP).replace(" ", ""));
        for (int i = 0; i < 50_000; i++) {
            byte[] bytes = random.nextBoolean() ? sound.clone() : new byte[random.nextInt(90)];
            if (bytes.length == sound.length) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            } else {
                random.nextBytes(bytes);
            }
            int captured = random.nextInt(bytes.length + 1);
            byte[] exact = Arrays.copyOf(bytes, captured);
            Decoding decoding =
                    header.decode(exact, captured, random.nextInt(2_000), linkTypes[random.nextInt(linkTypes.length)]);
            if (decoding == Decoding.IP) {
                assertThat(header.payloadBytes()).isBetween(0L, header.ipLengthBytes());
            }
        }
    }

    @ParameterizedTest
    @CsvSource({
        "20010db800000000, 0000000000000001, 2001:db8::1",
        "20010db800000000, 0001000100010001, 2001:db8::1:1:1:1",
        "20010db800000001, 0001000100010001, 2001:db8:0:1:1:1:1:1",
        "2001000000000001, 0000000000000001, 2001:0:0:1::1",
        "0000000000000000, 0000000000000000, ::",
        "0000000000000000, 0000000000000001, ::1",
        "fe80000000000000, 0000000000000000, fe80::"
    })
    void addressesAreWrittenAsRfc5952(String high, String low, String text) {
        assertThat(IpAddressText.of(6, Long.parseUnsignedLong(high, 16), Long.parseUnsignedLong(low, 16)))
                .isEqualTo(text);
    }

    private Decoding decode(int linkType, String hex, int originalLength) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));
        return header.decode(bytes, bytes.length, originalLength, linkType);
    }
}
