// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CaptureDropsTest {
    private static final byte[] FRAME = {1, 2, 3, 4, 5};

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void lastStatisticsOfEachInterfaceAndSectionCount(boolean bigEndian) throws IOException {
        ByteOrder order = bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        CaptureBytes capture = new CaptureBytes(order)
                .section()
                .plainInterface(LinkType.ETHERNET, 0)
                .plainInterface(LinkType.RAW, 0)
                .statistics(0, 1, 2)
                .enhanced(0, 1, FRAME, 5)
                .statistics(0, 10, 3)
                .statistics(1, 100, 0)
                .statistics(7, 1, 1) // of no interface
                .section()
                .plainInterface(LinkType.ETHERNET, 0)
                .statistics(0, 1_000, 0)
                .enhanced(0, 2, FRAME, 5);

        assertThat(missed(capture)).isEqualTo(1_113);
    }

    @Test
    void dropsToldBeforePacketsAreTheSameAsThoseOfTheStatistics() throws IOException {
        CaptureBytes capture = little().section()
                .plainInterface(LinkType.ETHERNET, 0)
                .enhancedAfterDrops(0, 1, FRAME, 4)
                .enhancedAfterDrops(0, 2, FRAME, 5)
                .statistics(0, 8, 0);

        assertThat(missed(capture)).isEqualTo(9);
    }

    @Test
    void captureThatSaysNothingOfDropsHasNoData() throws IOException {
        assertThat(missed(
                        little().section().plainInterface(LinkType.ETHERNET, 0).enhanced(0, 1, FRAME, 5)))
                .isNull();
        assertThat(missed(little().pcapHeader(PcapFormat.MICRO_MAGIC, LinkType.ETHERNET)))
                .isNull();
    }

    private static CaptureBytes little() {
        return new CaptureBytes(ByteOrder.LITTLE_ENDIAN);
    }

    private Long missed(CaptureBytes capture) throws IOException {
        Path file = Files.write(folder.resolve("a.pcapng"), capture.done());
        try (CaptureReader reader = CaptureReader.open(file)) {
            CapturedPacket packet = new CapturedPacket();
            while (reader.next(packet)) {
                assertThat(packet.capturedLength()).isEqualTo(5);
            }
            assertThat(reader.problem()).isNull();
            return reader.missedPackets();
        }
    }
}
