// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** One TCP segment in every wrapping. */
class EncapsulationTest {
    private static final String MACS = "020000000002 020000000001";
    private static final String IPV4_ADDRESSES = "0a4d0102 0a4d0202";
    private static final String IPV6_ADDRESSES = "20010db8000000000000000000000001 20010db8000000000001000000000002";
    private static final String TCP =
            "9c41 1451 00000064 00000200 80 10 ffff 0000 0000 0101 080a 0000000a 00000014" + "0102030405060708";
    /** 20 + 32 + 8 bytes. */
    private static final String IPV4 = "45 02 003c 1234 4000 40 06 0000" + IPV4_ADDRESSES + TCP;

    private static final String OPTIONS =
            "47 02 0044 1234 4000 40 06 0000" + IPV4_ADDRESSES + "01010101 83030400" + TCP;
    private static final String IPV6 = "6000 0000 0028 06 40" + IPV6_ADDRESSES + TCP;
    private static final String EXTENDED = "6000 0000 0050 00 40" + IPV6_ADDRESSES
            + "2b 00 000000000000" // hop by hop
            + "3c 01 0000000000000000000000000000" // routing
            + "33 00 000000000000" // destination options
            + "06 00 0000 00000000" // authentication, (0 + 2) * 4
            + TCP;

    private static final String VXLAN = outer("11", 16 + 14 + 60) + "c000 12b5 0062 0000 0800 0000 0000 6400" + MACS;

    private static String outer(String protocol, int payload) {
        return String.format("45 00 %04x 0001 0000 40 %s 0000 c0a80001 c0a80002", 20 + payload, protocol);
    }

    static final List<String> WRAPPINGS = List.of(
            "1:" + MACS + "0800" + IPV4,
            "1:" + MACS + "0800" + OPTIONS,
            "1:" + MACS + "8100 0064 0800" + IPV4,
            "1:" + MACS + "88a8 0064 8100 0065 0800" + IPV4,
            "1:" + MACS + "8100 0064 8847 0006413f" + IPV4,
            "1:" + MACS + "8847 0006413f" + IPV4,
            "1:" + MACS + "8847 0006403f 0006413f" + IPV4,
            "1:" + MACS + "8848 0006413f" + IPV4,
            "1:" + MACS + "8847 0006403f 0006403f 0006403f 0006413f" + IPV6,
            "1:" + MACS + "8864 1100 0001 003e 0021" + IPV4,
            "1:" + MACS + "8100 0064 8864 1100 0001 003d 21" + IPV4,
            "1:" + MACS + "8864 1100 0001 0042 0281 0006413f" + IPV4,
            "1:" + MACS + "0044 aaaa 0300 0000 0800" + IPV4,
            "1:" + MACS + "86dd" + IPV6,
            "1:" + MACS + "86dd" + EXTENDED,
            "9:ff03 0021" + IPV4,
            "9:21" + IPV4,
            "50:ff03 0057" + IPV6,
            "51:1100 0001 003e 0021" + IPV4,
            "113:0004 0001 0006 020000000001 0000 0800" + IPV4,
            "113:0004 0001 0006 020000000001 0000 8100 0064 0800" + IPV4,
            "276:0800 0000 00000002 0001 04 06 020000000001 0000" + IPV4,
            "276:86dd 0000 00000002 0001 04 06 020000000001 0000" + IPV6,
            "0:02000000" + IPV4,
            "0:0000001e" + IPV6,
            "108:00000002" + IPV4,
            "12:" + IPV4,
            "101:" + IPV6,
            "228:" + IPV4,
            "229:" + EXTENDED,
            "101:" + outer("04", 60) + IPV4,
            "101:" + outer("29", 80) + IPV6,
            "101:6000 0000 003c 04 40" + IPV6_ADDRESSES + IPV4,
            "101:" + outer("2f", 64) + "0000 0800" + IPV4,
            "101:" + outer("2f", 76) + "b000 0800 00000000 00000007 00000001" + IPV4,
            "101:" + outer("2f", 84) + "0000 86dd" + IPV6,
            "101:" + outer("2f", 86) + "2000 6558 00000007" + MACS + "8100 0064 0800" + IPV4,
            "101:" + outer("2f", 68) + "0000 8847 0006413f" + IPV4,
            "1:" + MACS + "0800" + VXLAN + "0800" + IPV4,
            "1:" + MACS + "8100 0064 0800" + VXLAN + "0800" + IPV4);

    private final PacketHeader header = new PacketHeader();

    @ParameterizedTest
    @FieldSource("WRAPPINGS")
    void theSameSegmentIsFoundInEveryWrapping(String wrapping) {
        assertThat(decode(wrapping)).isEqualTo(Decoding.IP);

        assertThat(header.isTcp()).isTrue();
        assertThat(header.sourcePort()).isEqualTo(40_001);
        assertThat(header.destinationPort()).isEqualTo(5_201);
        assertThat(header.payloadBytes()).isEqualTo(8);
        assertThat(header.tcp().sequence()).isEqualTo(100);
        assertThat(header.tcp().acknowledgment()).isEqualTo(512);
        assertThat(header.tcp().timestampValue()).isEqualTo(10);
        assertThat(header.tcp().timestampEcho()).isEqualTo(20);
        assertThat(header.unread()).isEqualTo(Unread.NOTHING);
        assertThat(header.sourceText()).isEqualTo(header.ipVersion() == 4 ? "10.77.1.2" : "2001:db8::1");
    }

    /** Exact copies, so that a byte read beyond would throw. */
    @ParameterizedTest
    @FieldSource("WRAPPINGS")
    void everyCutIsToldAndReadsNothingBeyond(String wrapping) {
        byte[] whole = bytes(wrapping);
        for (int captured = 0; captured < whole.length; captured++) {
            Decoding decoding =
                    header.decode(Arrays.copyOf(whole, captured), captured, whole.length, linkType(wrapping));
            assertThat(decoding).isNotIn(Decoding.MALFORMED, Decoding.UNKNOWN_LINK);
            if (header.isTcp()) {
                assertThat(header.sourcePort()).isEqualTo(40_001);
                assertThat(header.payloadBytes()).isEqualTo(8);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void noDamageMakesItThrow(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 40_000; i++) {
            String wrapping = WRAPPINGS.get(random.nextInt(WRAPPINGS.size()));
            byte[] bytes = bytes(wrapping);
            for (int flips = random.nextInt(4); flips >= 0; flips--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            int captured = random.nextInt(bytes.length + 1);
            Decoding decoding =
                    header.decode(Arrays.copyOf(bytes, captured), captured, random.nextInt(70_000), linkType(wrapping));
            if (decoding == Decoding.IP) {
                assertThat(header.payloadBytes()).isBetween(0L, header.ipLengthBytes());
            }
            assertThat(Unread.name(header.unread())).isNotEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "'1:" + MACS + "0806', ethertype 0x0806 (ARP)",
        "'1:" + MACS + "88cc', ethertype 0x88cc (LLDP)",
        "'1:" + MACS + "8864 1100 0001 0010 c021', PPP protocol 0xc021",
        "'1:" + MACS + "8847 0006413f 00000000', MPLS pseudowire",
        "'1:" + MACS + "0026 4242 0300 0000 0000', LLC 0x42 (spanning tree)",
        "'147:00', link type 147",
        "'0:00000007', address family 7"
    })
    void whatIsNoIpIsNamed(String frame, String name) {
        assertThat(decode(frame)).isNotEqualTo(Decoding.IP);
        assertThat(Unread.name(header.unread())).isEqualTo(name);
    }

    @Test
    void tunnelThatBearsNoIpCountsAsItsOuterPacketAndIsNamed() {
        assertThat(decode("101:" + outer("2f", 32) + "0000 0806" + "00".repeat(28)))
                .isEqualTo(Decoding.IP);
        assertThat(Unread.name(header.unread())).isEqualTo("ethertype 0x0806 (ARP) in a tunnel");
        assertThat(header.sourceText()).isEqualTo("192.168.0.1");
        assertThat(header.protocol()).isEqualTo(IpProtocol.GRE);
        assertThat(header.isTunneled()).isFalse();

        decode("101:" + outer("2f", 32) + "3001 880b" + "00".repeat(28));
        assertThat(Unread.name(header.unread())).isEqualTo("GRE with flags 0x3001");
    }

    @Test
    void innerPacketLongerThanItsTunnelIsNone() {
        assertThat(decode("101:" + outer("04", 59) + IPV4)).isEqualTo(Decoding.IP);

        assertThat(header.isTunneled()).isFalse();
        assertThat(Unread.name(header.unread())).isEqualTo("IP in IP without a sound packet");
    }

    @Test
    void tunnelInATunnelIsReadOneLevelDeep() {
        decode("101:" + outer("04", 80) + outer("04", 60) + IPV4);

        assertThat(header.isTunneled()).isTrue();
        assertThat(header.sourceText()).isEqualTo("192.168.0.1");
        assertThat(header.isTcp()).isFalse();
        assertThat(Unread.name(header.unread())).isEqualTo("tunnel in a tunnel (IP in IP)");
    }

    @Test
    void tunnelCutBySnapLengthIsNamed() {
        byte[] whole = bytes("1:" + MACS + "0800" + VXLAN + "0800" + IPV4);

        header.decode(whole, 64, whole.length, LinkType.ETHERNET);

        assertThat(header.isUdp()).isTrue();
        assertThat(Unread.name(header.unread())).isEqualTo("VXLAN cut off by the snap length");
    }

    @Test
    void udpToThePortOfVxlanWithoutItsMarkIsUdp() {
        decode("101:" + (VXLAN + "0800" + IPV4).replace("0800 0000 0000 6400", "0000 0000 0000 6400"));

        assertThat(header.isUdp()).isTrue();
        assertThat(header.unread()).isEqualTo(Unread.NOTHING);
    }

    private Decoding decode(String wrapping) {
        byte[] bytes = bytes(wrapping);
        return header.decode(bytes, bytes.length, bytes.length, linkType(wrapping));
    }

    private static int linkType(String wrapping) {
        return Integer.parseInt(wrapping.substring(0, wrapping.indexOf(':')));
    }

    private static byte[] bytes(String wrapping) {
        return HexFormat.of()
                .parseHex(wrapping.substring(wrapping.indexOf(':') + 1).replace(" ", ""));
    }
}
