// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.inventory;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.node.policy.Policy;
import io.sojourn.node.yaml.YamlProblem;
import io.sojourn.telemetry.InventoryEntry;
import io.sojourn.telemetry.Schema;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class InventoryFileTest {
    @Test
    void lineIsAnEntryWhateverTheOrderOfTheColumns() {
        InventoryFile file = InventoryFile.parse(List.of(
                "# exported today",
                "\uFEFFqueue, node,plan,subscriber,parent",
                "",
                "wan0/7,edge-1, 20Mbit ,\"Acme, \"\"the\"\" firm\",edge-1/up",
                "up,edge-1,,,"));

        assertThat(file.problems()).isEmpty();
        assertThat(file.entries())
                .containsExactly(
                        new InventoryEntry(
                                1,
                                "edge-1",
                                "wan0/7",
                                null,
                                "edge-1/up",
                                null,
                                20_000_000L,
                                "Acme, \"the\" firm",
                                null),
                        new InventoryEntry(1, "edge-1", "up", null, null, null, null, null, null));
    }

    @Test
    void everyMistakeIsNamedWithItsLineFieldValueBoundAndMend() {
        InventoryFile file = InventoryFile.parse(List.of(
                "node,queue,parent,capacity",
                "a,1,a/2,20Mbps",
                "a,2,a/1,-1bit",
                "a/b,3,,",
                "a,4,up,",
                "a,5",
                "a,6,\"a/1,",
                ",7,,",
                "a,8,a/8,",
                "a,9,,1Gbit",
                "a,9,,"));

        assertThat(file.problems().stream().map(YamlProblem::line))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("line 2: capacity: 20Mbps; must be a number and one of bit"),
                        line -> assertThat(line).startsWith("line 3: capacity: -1bit; must be a number and one of bit"),
                        line -> assertThat(line).startsWith("line 4: node: a/b; must be without a slash"),
                        line -> assertThat(line).startsWith("line 5: parent: up; must be NODE/QUEUE"),
                        line -> assertThat(line).startsWith("line 6: line: 2 values; must be 4, as the header has"),
                        line -> assertThat(line).startsWith("line 7: line: \"a/1,; must be quoted from"),
                        line -> assertThat(line).startsWith("line 8: node: ; must be 1 to 256 characters"),
                        line -> assertThat(line).startsWith("line 9: parent: a/8; must be another queue than itself"),
                        line -> assertThat(line)
                                .startsWith("line 11: queue: a/9; must be listed once; remove it here or"));
    }

    @Test
    void unknownColumnIsToldTheNearestAndAMissingOneIsNamed() {
        assertThat(InventoryFile.parse(List.of("node,capasity,colour,node")).problems().stream()
                        .map(YamlProblem::line))
                .satisfiesExactly(
                        line -> assertThat(line)
                                .startsWith("line 1: header: capasity; must be one of node, queue")
                                .endsWith("did you mean capacity?"),
                        line -> assertThat(line)
                                .startsWith("line 1: header: colour")
                                .endsWith("remove the column"),
                        line -> assertThat(line).startsWith("line 1: header: node; must be there once"),
                        line -> assertThat(line).startsWith("line 1: header: queue missing"));
        assertThat(InventoryFile.parse(List.of("", "#")).problems()).hasSize(1);
    }

    @Test
    void queuesThatFeedEachOtherAreNamed() {
        assertThat(InventoryFile.parse(List.of("node,queue,parent", "a,1,a/2", "a,2,a/1")).problems().stream()
                        .map(YamlProblem::line))
                .singleElement()
                .asString()
                .startsWith("line 3: parent: a/2 feeds a/1 feeds a/2; must be no circle");
    }

    @Test
    void policyListsItsLinksQueuesAndSubscribersAndLeavesTheRestAsItIs() {
        Policy policy = Policy.parse("p.yaml", """
                node: edge-1
                links:
                  - name: wan
                    rate: 100Mbit
                    scheduler:
                      discipline: htb
                      classes:
                        - { name: acme, rate: 20Mbit, ceil: 20Mbit, queue: { discipline: fifo, limit: 50p } }
                        - { name: rest, rate: 80Mbit, ceil: 80Mbit, queue: { discipline: fifo, limit: 50p } }
                  - { name: lan, rate: 1Gbit, queue: fifo }
                subscribers:
                  - { name: Acme, addresses: [10.77.2.0/24], class: acme, plan: gold }
                  - { name: B, addresses: [10.77.3.0/24], class: rest }
                  - { name: C, addresses: [10.77.4.0/24], class: rest }
                """);
        InventoryEntry listed =
                new InventoryEntry(Schema.CURRENT, "edge-1", "acme", "lab", "old/up", null, 7L, null, null);

        List<InventoryEntry> entries = PolicyInventory.entries(policy, Map.of("edge-1/acme", listed));

        assertThat(entries).extracting(InventoryEntry::queue).containsExactly("wan", "acme", "rest", "lan");
        assertThat(entries.get(0).capacityBitsPerSecond()).isEqualTo(100_000_000);
        InventoryEntry acme = entries.get(1);
        assertThat(acme.site()).isEqualTo("lab");
        assertThat(acme.parent()).isEqualTo("edge-1/wan");
        assertThat(acme.planBitsPerSecond()).isEqualTo(20_000_000);
        assertThat(acme.subscriber()).isEqualTo("Acme");
        assertThat(acme.group()).isEqualTo("gold");
        assertThat(entries.get(2).subscriber()).isNull();
        assertThat(entries.get(3).parent()).isNull();
        assertThat(entries.get(3).capacityBitsPerSecond()).isEqualTo(1_000_000_000);
    }
}
