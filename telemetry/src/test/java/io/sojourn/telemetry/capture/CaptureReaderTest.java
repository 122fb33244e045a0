// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.sojourn.telemetry.OutOfRange;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class CaptureReaderTest {
    private static final byte[] FRAME = {1, 2, 3, 4, 5};

    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "BIG, a1b2c3d4, 123456000",
        "LITTLE, a1b2c3d4, 123456000",
        "BIG, a1b23c4d, 123456",
        "LITTLE, a1b23c4d, 123456"
    })
    void pcapReadsBothByteOrdersAndBothResolutions(String order, String magic, long nanos) throws IOException {
        byte[] capture = bytes(order)
                .pcapHeader((int) Long.parseLong(magic, 16), LinkType.ETHERNET)
                .record(1_700_000_000L, 123_456, FRAME, 1_514)
                .done();

        assertThat(read(capture).lines)
                .containsExactly(1_700_000_000_000_000_000L + nanos + " link 1 original 1514 [1, 2, 3, 4, 5]");
    }

    @Test
    void linkTypeIgnoresTheFrameCheckSequenceBits() throws IOException {
        byte[] capture = little().pcapHeader(PcapFormat.MICRO_MAGIC, 0xf000_0001)
                .record(1, 0, FRAME, 5)
                .done();

        assertThat(read(capture).lines).containsExactly("1000000000 link 1 original 5 [1, 2, 3, 4, 5]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"BIG", "LITTLE"})
    void pcapngKeepsEachInterfacesLinkTypeResolutionAndOffset(String order) throws IOException {
        byte[] capture = bytes(order)
                .section()
                .plainInterface(LinkType.ETHERNET, 0)
                .interfaceWith(LinkType.RAW, 9, 100)
                .interfaceWith(LinkType.RAW, 0x80 | 32, 0)
                .enhanced(0, 1_000_001, FRAME, 60)
                .integers(11, 16, 77, 16) // a block of a type that is not read
                .enhanced(1, 5_000_000_007L, FRAME, 60)
                .enhanced(2, 3L << 32 | 1L << 31, FRAME, 60)
                .simple(FRAME, 5)
                .done();

        assertThat(read(capture).lines)
                .containsExactly(
                        "1000001000 link 1 original 60 [1, 2, 3, 4, 5]",
                        "105000000007 link 101 original 60 [1, 2, 3, 4, 5]",
                        "3500000000 link 101 original 60 [1, 2, 3, 4, 5]",
                        "3500000000 link 1 original 5 [1, 2, 3, 4, 5]");
    }

    @Test
    void pcapngSectionsMayDifferInByteOrder() throws IOException {
        byte[] first = little().section()
                .plainInterface(LinkType.RAW, 3)
                .simple(new byte[] {7, 8, 9}, 40)
                .done();
        byte[] second = bytes("BIG")
                .section()
                .plainInterface(LinkType.ETHERNET, 0)
                .enhanced(0, 2_000_000, FRAME, 5)
                .done();

        assertThat(read(joined(first, second)).lines)
                .containsExactly("0 link 101 original 40 [7, 8, 9]", "2000000000 link 1 original 5 [1, 2, 3, 4, 5]");
    }

    @Test
    void compressionIsFoundByTheFirstBytesAndMembersReadOn() throws IOException {
        byte[] capture = little().pcapHeader(PcapFormat.MICRO_MAGIC, 1)
                .record(1, 0, FRAME, 5)
                .record(2, 0, FRAME, 5)
                .done();
        byte[] head = Arrays.copyOf(capture, 50);
        byte[] tail = Arrays.copyOfRange(capture, 50, capture.length);
        List<byte[]> forms = List.of(
                joined(gzip(head), gzip(tail)),
                joined(xz(head), xz(tail)),
                joined(Zstd.compress(head), Zstd.compress(tail)));

        for (byte[] form : forms) {
            Result result = read(form);
            assertThat(result.problem).isNull();
            assertThat(result.lines).hasSize(2);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, 20})
    void cutFileKeepsWhatIsWholeAndSaysWhereItEnds(int lastRecordKeeps) throws IOException {
        CaptureBytes capture = little().pcapHeader(PcapFormat.MICRO_MAGIC, 1);
        byte[] whole = capture.record(1, 0, FRAME, 5).record(2, 0, FRAME, 5).done();
        byte[] cut = Arrays.copyOf(whole, 24 + 21 + lastRecordKeeps);

        Result result = read(cut);

        assertThat(result.lines).hasSize(1);
        assertThat(result.problem)
                .startsWith("packet 2 at byte 45 (uncompressed): the file ends inside a packet")
                .contains(lastRecordKeeps + " of ", "must be whole", "capture");
    }

    @Test
    void cutCompressedFilesKeepTheirWholePackets() throws IOException {
        CaptureBytes capture = little().pcapHeader(PcapFormat.MICRO_MAGIC, 1);
        byte[] noise = new byte[1_000];
        Random random = new Random(5);
        for (int i = 0; i < 1_000; i++) {
            random.nextBytes(noise);
            capture.record(i, 0, noise, 1_000);
        }
        byte[] whole = capture.done();
        for (byte[] packed : List.of(gzip(whole), xz(whole), Zstd.compress(whole))) {
            Result result = read(Arrays.copyOf(packed, packed.length / 2));
            assertThat(result.problem).contains("the compressed data ends early", "at byte");
            assertThat(result.lines).hasSizeBetween(300, 600);
        }
    }

    @Test
    void absurdRecordLengthIsRefusedWithoutReadingIt() throws IOException {
        byte[] capture = little().pcapHeader(PcapFormat.MICRO_MAGIC, 1)
                .record(1, 0, FRAME, 5)
                .integers(2, 0, 262_145, 262_145)
                .done();

        Result result = read(capture);

        assertThat(result.lines).hasSize(1);
        assertThat(result.problem)
                .isEqualTo("packet 2 at byte 45 (uncompressed): captured length of a packet=262145; must be at most"
                        + " 262144 bytes; the file is damaged from here on; capture with a snap length of at most"
                        + " 262144");
    }

    @Test
    void largestSnapLengthIsRead() throws IOException {
        byte[] capture = little().pcapHeader(PcapFormat.MICRO_MAGIC, 1)
                .record(1, 0, new byte[262_144], 262_144)
                .done();

        assertThat(read(capture).lines).hasSize(1);
    }

    @Test
    void packetOfAnUndescribedInterfaceIsAProblem() throws IOException {
        byte[] capture = little().section().enhanced(0, 1, FRAME, 5).done();

        assertThat(read(capture).problem).contains("interface of a packet=0; must be one of the 0 described before it");
    }

    @Test
    void packetLongerThanItsBlockIsAProblem() throws IOException {
        byte[] capture = little().section()
                .plainInterface(1, 0)
                .integers(6, 36, 0, 0, 0, 5, 5, 0, 36)
                .integers(6, 36, 0, 0, 0, 4, 4, 0, 36)
                .done();

        assertThat(read(capture).problem)
                .contains("captured length of a packet=5; must be at most what its block holds, 4 bytes");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 8, 13})
    void blockLengthThatCannotBeIsAProblem(int length) throws IOException {
        byte[] capture = little().section().integers(6, length, 0, 0, 0).done();

        assertThat(read(capture).problem).contains("block length=" + length + "; must be a multiple of 4");
    }

    @Test
    void textFileIsRefusedInOneLine() {
        assertThatThrownBy(() -> read("No. Time Source Destination\n".getBytes(StandardCharsets.US_ASCII)))
                .isInstanceOf(OutOfRange.class)
                .hasMessageStartingWith(
                        "first bytes of test.pcap=4e6f2e2054696d6520536f7572636520 \"No. Time Source \"")
                .hasMessageContaining("must be those of pcap (a1b2c3d4 or a1b23c4d, either byte order) or pcapng")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("\n"));
    }

    @Test
    void emptyFileIsRefusedInOneLine() {
        assertThatThrownBy(() -> read(new byte[0]))
                .isInstanceOf(OutOfRange.class)
                .hasMessageStartingWith("first bytes of test.pcap=none, the file is empty; must be");
    }

    @Test
    void fileHeaderCutShortIsRefused() {
        byte[] cut =
                Arrays.copyOf(little().pcapHeader(PcapFormat.MICRO_MAGIC, 1).done(), 23);

        assertThatThrownBy(() -> read(cut)).isInstanceOf(OutOfRange.class).hasMessageContaining("23 of 24 bytes");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void damageIsNeverThrown(long seed) throws IOException {
        Random random = new Random(seed);
        CaptureBytes pcapng = little().section().plainInterface(1, 0).interfaceWith(1, 9, 3);
        CaptureBytes pcap = little().pcapHeader(PcapFormat.MICRO_MAGIC, 1);
        for (int i = 0; i < 20; i++) {
            pcapng.enhanced(i % 2, i, FRAME, 5).simple(FRAME, 5);
            pcap.record(i, 0, FRAME, 5);
        }
        for (byte[] sound : List.of(pcapng.done(), pcap.done(), gzip(pcap.done()), xz(pcap.done()))) {
            for (int i = 0; i < 40; i++) {
                byte[] damaged = sound.clone();
                damaged[24 + random.nextInt(damaged.length - 24)] ^= (byte) (1 << random.nextInt(8));
                try {
                    assertThat(read(damaged).lines).hasSizeLessThanOrEqualTo(45);
                } catch (OutOfRange refused) {
                    assertThat(refused).hasMessageContaining("first bytes of");
                }
            }
        }
    }

    private record Result(List<String> lines, String problem) {}

    private Result read(byte[] capture) throws IOException {
        Path file = folder.resolve("test.pcap");
        Files.write(file, capture);
        List<String> lines = new ArrayList<>();
        CapturedPacket packet = new CapturedPacket();
        try (CaptureReader reader = CaptureReader.open(file)) {
            while (reader.next(packet)) {
                byte[] captured = Arrays.copyOf(packet.bytes(), packet.capturedLength());
                String text = captured.length > 8 ? "[...]" : Arrays.toString(captured);
                lines.add(packet.timestampNanos() + " link " + packet.linkType() + " original "
                        + packet.originalLength() + " " + text);
            }
            assertThat(reader.packetsRead()).isEqualTo(lines.size());
            return new Result(lines, reader.problem());
        }
    }

    private static CaptureBytes little() {
        return bytes("LITTLE");
    }

    private static CaptureBytes bytes(String order) {
        return new CaptureBytes(order.equals("BIG") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        return through(new GZIPOutputStream(out), plain, out);
    }

    private static byte[] xz(byte[] plain) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        return through(new XZOutputStream(out, new LZMA2Options(0)), plain, out);
    }

    private static byte[] through(OutputStream filter, byte[] plain, ByteArrayOutputStream out) throws IOException {
        try (filter) {
            filter.write(plain);
        }
        return out.toByteArray();
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
