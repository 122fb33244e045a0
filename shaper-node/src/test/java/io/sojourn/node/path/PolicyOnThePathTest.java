// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.node.Traffic;
import io.sojourn.node.policy.Policy;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which class of a policy file packets come to. */
class PolicyOnThePathTest {
    @Test
    void packetGoesByRuleThenBySubscriberThenByDefault() throws IOException {
        DataPath path = new DataPath(Policy.read(TestData.root().resolve("examples/node/isp-edge.yaml")));
        path.beginSecond(Traffic.START_NANOS);
        Packet voice = to(0xCB007120L);
        voice.protocol = 17;
        voice.tos = 46 << 2;
        Packet up = to(0xCB007120L);
        up.direction = Packet.INBOUND;

        assertThat(classOf(path, voice)).isEqualTo("voice");
        assertThat(classOf(path, up)).isEqualTo("up");
        assertThat(classOf(path, to(0xC6336401L))).isEqualTo("others");
        assertThat(classOf(path, to(0xCB00710AL))).isEqualTo("gold-anna");
        assertThat(classOf(path, to(0xCB007127L))).isEqualTo("basic-bela");
        assertThat(classOf(path, to(0xCB007128L))).isEqualTo("others");
        assertThat(classOf(path, from(0xCB007120L))).isEqualTo("basic-bela");
    }

    @Test
    void tenThousandRulesAndAsManyClassesAreRead() {
        StringBuilder file = new StringBuilder("node: n\nlinks:\n  - name: wan\n    scheduler: htb\n    classes:\n");
        for (int i = 0; i < 10_000; i++) {
            file.append("      - { name: c%d, rate: 1Mbit, queue: fifo }\n".formatted(i));
        }
        file.append("rules:\n");
        for (int i = 0; i < 10_000; i++) {
            file.append("  - { match: { destination: 10.%d.%d.0/24 }, class: c%d }\n".formatted(i / 256, i % 256, i));
        }
        DataPath path = new DataPath(Policy.parse("test", file.toString()));
        path.beginSecond(Traffic.START_NANOS);

        assertThat(classOf(path, to(0x0A270F01L))).isEqualTo("c9999");
        // Only the one class with traffic is told of.
        assertThat(Telling.of(path.queues())).singleElement().satisfies(part -> assertThat(part.queues())
                .hasSize(1));
        assertThat(Telling.of(path.queues())).hasSize(1);
        assertThat(path.queue("c9999").orElseThrow().isIdle()).isTrue();
    }

    private static String classOf(DataPath path, Packet packet) {
        List<Long> before = offered(path);
        path.offer(packet, Traffic.START_NANOS);
        List<Long> after = offered(path);
        for (int i = 0; i < before.size(); i++) {
            if (!before.get(i).equals(after.get(i))) {
                return path.queues().get(i).name();
            }
        }
        return "none";
    }

    private static List<Long> offered(DataPath path) {
        return path.queues().stream()
                .map(queue -> queue.link().counters(queue.classId()).offeredPackets())
                .toList();
    }

    private static Packet to(long address) {
        Packet packet = Traffic.packet(Traffic.START_NANOS, 1_000);
        packet.destinationLow = address;
        packet.direction = Packet.OUTBOUND;
        return packet;
    }

    private static Packet from(long address) {
        Packet packet = to(0x08080808L);
        packet.sourceLow = address;
        return packet;
    }
}
