// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.telemetry.InventoryEntry;
import io.sojourn.telemetry.Schema;
import io.sojourn.telemetry.Scope;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class InventoryTreeTest {
    private final InventoryTree tree = new InventoryTree();

    @Test
    void queueCountsInEachParentThatItsEntryNames() {
        tree.put(entry("a/sub1", "lab", "a/up", null, 20L, "acme", "gold"));

        Placement placement = tree.of("a", "sub1");

        assertThat(placement.planBitsPerSecond()).isEqualTo(20);
        assertThat(placement.isInNode()).isTrue();
        assertThat(placement.parents().stream().map(Parent::key))
                .containsExactly("link/a/up", "site/site/lab", "subscriber/subscriber/acme", "group/group/gold");
    }

    @Test
    void queueThatOthersFeedIsLeftOutWhereTheyCountAndNowhereElse() {
        tree.put(entry("a/up", "lab", null, 1_000L, null, "carrier", null));
        tree.put(entry("a/sub1", "lab", "a/up", null, null, "acme", null));
        tree.put(entry("b/sub2", "lab", "a/up", null, null, "acme", null));

        assertThat(keys("a", "up")).containsExactly("subscriber/subscriber/carrier");
        assertThat(tree.of("a", "up").isInNode()).isFalse();
        assertThat(parent("a", "sub1", Scope.SITE).expectedQueues()).isEqualTo(2);
        assertThat(parent("a", "sub1", Scope.LINK).expectedQueues()).isEqualTo(2);
        assertThat(parent("a", "sub1", Scope.LINK).capacityBitsPerSecond()).isEqualTo(1_000);

        tree.remove("a", "sub1");

        assertThat(tree.of("a", "up").isInNode()).isTrue();
        assertThat(keys("a", "up")).containsExactly("subscriber/subscriber/carrier");
        tree.remove("b", "sub2");
        assertThat(keys("a", "up")).containsExactly("site/site/lab", "subscriber/subscriber/carrier");
    }

    @Test
    void queueThatNobodyListsIsLeftOutOfItsNodeWhenAListedOneFeedsIt() {
        tree.put(entry("a/sub1", null, "a/up/west", null, null, null, null));

        assertThat(tree.of("a", "up/west").isInNode()).isFalse();
        assertThat(keys("a", "sub1")).containsExactly("link/a/up/west");
    }

    @Test
    void capacityIsWhatTheParentsEntrySaysWheneverItComes() {
        tree.put(entry("a/sub1", null, "a/up", null, null, null, null));
        Parent link = parent("a", "sub1", Scope.LINK);
        assertThat(link.capacityBitsPerSecond()).isNull();

        tree.put(entry("a/up", null, null, 1_000L, null, null, null));
        assertThat(link.capacityBitsPerSecond()).isEqualTo(1_000);
        tree.remove("a", "up");
        assertThat(link.capacityBitsPerSecond()).isNull();
    }

    @Test
    void queuesInACircleCountAsIfTheyFedNoneUntilItIsBroken() {
        tree.put(entry("a/1", "lab", "a/2", null, null, null, null));
        tree.put(entry("a/2", "lab", "a/3", null, null, null, null));
        assertThat(tree.put(entry("a/3", "lab", "a/1", null, null, null, null)).map(Refusal::value))
                .contains("a/3 feeds a/1 feeds a/2 feeds a/3");
        assertThat(tree.put(entry("a/3", "lab", "a/1", null, 7L, null, null))).isEmpty();

        for (String queue : List.of("1", "2", "3")) {
            assertThat(tree.of("a", queue).isInNode()).isTrue();
            assertThat(keys("a", queue)).containsExactly("site/site/lab");
        }

        tree.put(entry("a/3", "lab", null, null, null, null, null));

        assertThat(keys("a", "1")).containsExactly("link/a/2", "site/site/lab");
        assertThat(keys("a", "2")).containsExactly("link/a/3");
        assertThat(tree.of("a", "3").isInNode()).isFalse();
    }

    @Test
    void parentThatNobodyListsIsNamedOnce() {
        tree.put(entry("a/1", null, "a/up", null, null, null, null));
        tree.put(entry("a/2", null, "a/up", null, null, null, null));
        tree.put(entry("a/3", null, "a/down", null, null, null, null));
        tree.put(entry("a/down", null, null, null, null, null, null));

        assertThat(tree.unlistedParents()).extracting(Refusal::value).containsExactly("a/up of 2 queues");
        assertThat(tree.unlistedParents()).isEmpty();
        tree.remove("a", "down");
        assertThat(tree.unlistedParents()).extracting(Refusal::value).containsExactly("a/down of 1 queues");
    }

    @Test
    void treeThatIsEmptiedHoldsNothing() {
        tree.put(entry("a/1", "lab", "a/up", null, null, "acme", null));
        tree.remove("a", "1");
        tree.remove("b", "2");

        assertThat(tree.size()).isZero();
        assertThat(tree.of("a", "1")).isSameAs(Placement.ALONE);
        assertThat(tree.of("a", "up")).isSameAs(Placement.ALONE);
        assertThat(tree.unlistedParents()).isEmpty();
    }

    /** Entries that come, change and go in any order leave what the last of each says, as worked out from all at once. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void treeIsWhatTheLastEntriesSayHoweverTheyCame(long seed) {
        Random random = new Random(seed);
        TreeMap<String, InventoryEntry> last = new TreeMap<>();
        for (int i = 0; i < 400; i++) {
            String key = key(random);
            if (random.nextInt(4) == 0) {
                last.remove(key);
                tree.remove(InventoryEntry.nodeOf(key), InventoryEntry.queueOf(key));
            } else {
                InventoryEntry entry = entry(random, key);
                last.put(key, entry);
                tree.put(entry);
            }
            if (i % 20 == 19) {
                assertThat(placed(tree)).isEqualTo(expected(last));
                assertThat(tree.size()).isEqualTo(last.size());
            }
        }
        InventoryTree shuffled = new InventoryTree();
        List<InventoryEntry> entries = new ArrayList<>(last.values());
        Collections.shuffle(entries, random);
        entries.forEach(shuffled::put);
        assertThat(placed(shuffled)).isEqualTo(placed(tree));
    }

    private static String key(Random random) {
        return "n" + random.nextInt(3) + "/q" + random.nextInt(6);
    }

    private static InventoryEntry entry(Random random, String key) {
        String parent = key(random);
        return entry(
                key,
                random.nextInt(3) == 0 ? null : "site" + random.nextInt(2),
                random.nextInt(3) == 0 || parent.equals(key) ? null : parent,
                random.nextBoolean() ? null : (Long) 1_000L,
                null,
                random.nextInt(3) == 0 ? null : "sub" + random.nextInt(2),
                random.nextBoolean() ? null : "gold");
    }

    private static List<String> placed(InventoryTree tree) {
        List<String> all = new ArrayList<>();
        for (int n = 0; n < 3; n++) {
            for (int q = 0; q < 6; q++) {
                Placement placement = tree.of("n" + n, "q" + q);
                all.add("n" + n + "/q" + q + " " + placement.isInNode());
                placement.parents().forEach(p -> all.add(p + " " + p.capacityBitsPerSecond()));
            }
        }
        return all;
    }

    /** By definition, with a look at every entry for every queue. */
    private static List<String> expected(Map<String, InventoryEntry> entries) {
        List<String> all = new ArrayList<>();
        for (int n = 0; n < 3; n++) {
            for (int q = 0; q < 6; q++) {
                String key = "n" + n + "/q" + q;
                all.add(key + " " + counts(entries, key, Scope.NODE));
                InventoryEntry own = entries.get(key);
                String link = above(entries, key);
                if (link != null) {
                    long feeding = entries.keySet().stream()
                            .filter(other -> link.equals(above(entries, other)))
                            .count();
                    InventoryEntry up = entries.get(link);
                    all.add("link/" + link + " of " + feeding + " " + (up == null ? null : up.capacityBitsPerSecond()));
                }
                for (Scope scope : List.of(Scope.SITE, Scope.SUBSCRIBER, Scope.GROUP)) {
                    String name = own == null ? null : name(own, scope);
                    if (name != null && counts(entries, key, scope)) {
                        long members = entries.entrySet().stream()
                                .filter(e ->
                                        name.equals(name(e.getValue(), scope)) && counts(entries, e.getKey(), scope))
                                .count();
                        all.add(scope.label() + "/" + scope.label() + "/" + name + " of " + members + " null");
                    }
                }
            }
        }
        return all;
    }

    private static boolean counts(Map<String, InventoryEntry> entries, String key, Scope scope) {
        InventoryEntry own = entries.get(key);
        String name = scope == Scope.NODE ? InventoryEntry.nodeOf(key) : own == null ? null : name(own, scope);
        return entries.entrySet().stream()
                .noneMatch(e -> key.equals(above(entries, e.getKey()))
                        && name != null
                        && name.equals(name(e.getValue(), scope)));
    }

    private static @Nullable String name(InventoryEntry entry, Scope scope) {
        return switch (scope) {
            case NODE -> entry.node();
            case SITE -> entry.site();
            case SUBSCRIBER -> entry.subscriber();
            case GROUP -> entry.group();
            case QUEUE, LINK -> null;
        };
    }

    /** What it feeds, unless that comes back to it. */
    private static @Nullable String above(Map<String, InventoryEntry> entries, String key) {
        InventoryEntry own = entries.get(key);
        TreeSet<String> passed = new TreeSet<>();
        String next = own == null ? null : own.parent();
        while (next != null && passed.add(next)) {
            InventoryEntry entry = entries.get(next);
            next = entry == null ? null : entry.parent();
        }
        return passed.contains(key) || own == null ? null : own.parent();
    }

    private List<String> keys(String node, String queue) {
        return tree.of(node, queue).parents().stream().map(Parent::key).toList();
    }

    private Parent parent(String node, String queue, Scope scope) {
        return tree.of(node, queue).parents().stream()
                .filter(p -> p.scope() == scope)
                .findFirst()
                .map(Objects::requireNonNull)
                .orElseThrow();
    }

    static InventoryEntry entry(
            String key,
            @Nullable String site,
            @Nullable String parent,
            @Nullable Long capacity,
            @Nullable Long plan,
            @Nullable String subscriber,
            @Nullable String group) {
        return new InventoryEntry(
                Schema.CURRENT,
                InventoryEntry.nodeOf(key),
                InventoryEntry.queueOf(key),
                site,
                parent,
                capacity,
                plan,
                subscriber,
                group);
    }
}
