// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.exact;

import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.InventoryEntry;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Schema;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * What some nodes send and what the operator knows of them, made from a seed: the same seed always gives the same.
 *
 * <p>One seed in five spans 80 minutes, so that an hour closes; one in five a quarter of an hour; the rest some minutes at
 * a finer pace and with more flows than the top.
 *
 * @param eventsByNode in the order in which the broker takes them
 * @param values the values behind every sketch
 */
public record Scenario(Map<String, List<Event>> eventsByNode, List<InventoryEntry> inventory, RawValues values) {
    private static final long HOUR_MILLIS = 3_600_000;

    /** The start of an hour. */
    private static final long T0 = 472_222 * HOUR_MILLIS;

    public static Scenario of(long seed) {
        Random random = new Random(seed);
        RawValues values = new RawValues();
        Map<String, List<Event>> events = new LinkedHashMap<>();
        for (int i = 0; i < 2; i++) {
            String node = "edge-" + i;
            Clocking clocking = random.nextBoolean() ? Clocking.LIVE : Clocking.RECORDED;
            NodeScript.Plan plan = plan(random, node, clocking, seed);
            int flowNames = plan.spanMillis() < HOUR_MILLIS ? 240 : 8;
            events.put(node, new NodeScript(random, plan, queues(random, values, flowNames)).events());
        }
        return new Scenario(events, known(), values);
    }

    /**
     * Three nodes at one time, and an inventory made from the seed in which queues of one node feed those of another. Of one
     * seed in three, nodes live and recorded.
     */
    static Scenario spread(long seed) {
        Random random = new Random(seed);
        RawValues values = new RawValues();
        NodeScript.Plan plan = plan(random, "all", random.nextBoolean() ? Clocking.LIVE : Clocking.RECORDED, seed);
        Map<String, List<Event>> events = new LinkedHashMap<>();
        for (int i = 0; i < 3; i++) {
            boolean isOther = seed % 3 == 0 && random.nextBoolean();
            NodeScript.Plan own = new NodeScript.Plan(
                    "edge-" + i,
                    isOther ? other(plan.clocking()) : plan.clocking(),
                    plan.startMillis() + random.nextInt(3_000),
                    plan.spanMillis(),
                    plan.paceMillis(),
                    random.nextInt(3) > 0,
                    random.nextInt(3) == 0 ? random.nextInt(4_000) - 2_000 : 0);
            events.put(own.node(), new NodeScript(random, own, queues(random, values, 24)).events());
        }
        return new Scenario(events, new InventoryScript(random).entries(), values);
    }

    private static Clocking other(Clocking clocking) {
        return clocking == Clocking.LIVE ? Clocking.RECORDED : Clocking.LIVE;
    }

    /** Of all nodes, in the order in which the broker takes them. */
    List<NodeEvent> events() {
        List<NodeEvent> all = new ArrayList<>();
        eventsByNode.forEach((node, events) -> events.forEach(event -> all.add(new NodeEvent(node, event))));
        all.sort(Comparator.comparingLong(each -> each.event().atMillis()));
        return all;
    }

    record NodeEvent(String node, Event event) {}

    /** Three recordings: one of two minutes, one of a quarter of an hour, one of 80 minutes. */
    public static Scenario recorded(long seed) {
        Random random = new Random(seed);
        RawValues values = new RawValues();
        Map<String, List<Event>> events = new LinkedHashMap<>();
        for (int kind : List.of(2, 1, 0)) {
            String node = "edge-" + events.size();
            NodeScript.Plan plan = plan(random, node, Clocking.RECORDED, kind);
            events.put(node, new NodeScript(random, plan, queues(random, values, 24)).events());
        }
        return new Scenario(events, known(), values);
    }

    /** One node without faults: batch after batch. */
    static Scenario inOrder(long seed) {
        Random random = new Random(seed);
        RawValues values = new RawValues();
        List<QueueScript> queues = queues(random, values, 240);
        List<Event> events = new ArrayList<>();
        long start = T0 - random.nextInt(100_000);
        for (int i = 0; i < 500; i++) {
            events.add(new Event.Arrival(batch(queues, i, start + 400L * i), start));
        }
        return new Scenario(Map.of("edge-0", events), known(), values);
    }

    private static SampleBatch batch(List<QueueScript> queues, int sequence, long startMillis) {
        return new SampleBatch(
                Schema.CURRENT,
                "edge-0",
                sequence,
                Clocking.RECORDED,
                startMillis,
                startMillis + 400,
                queues.stream().map(queue -> queue.sample(400)).toList(),
                queues.stream().flatMap(queue -> queue.flows().stream()).toList(),
                List.of());
    }

    private static NodeScript.Plan plan(Random random, String node, Clocking clocking, long seed) {
        long skew = random.nextInt(3) == 0 ? random.nextInt(8_000) - 4_000 : 0;
        boolean isRegular = random.nextInt(3) > 0;
        if (seed % 5 == 0) {
            long start = T0 - random.nextInt(300_000);
            return new NodeScript.Plan(
                    node, clocking, start, 80 * 60_000, 4_000L + random.nextInt(6_000), isRegular, skew);
        }
        long start = T0 - random.nextInt(600_000);
        if (seed % 5 == 1) {
            return new NodeScript.Plan(node, clocking, start, 15 * 60_000, 2_000, isRegular, skew);
        }
        long pace = List.of(200L, 250L, 500L).get(random.nextInt(3));
        return new NodeScript.Plan(node, clocking, start, 60_000L + random.nextInt(90_000), pace, isRegular, skew);
    }

    private static List<QueueScript> queues(Random random, RawValues values, int flowNames) {
        List<QueueScript> queues = new ArrayList<>();
        queues.add(new QueueScript(random, values, "wan", flowNames));
        queues.add(new QueueScript(random, values, "sub-1", 8));
        queues.add(new QueueScript(random, values, "sub-2", 8));
        if (random.nextBoolean()) {
            queues.add(new QueueScript(random, values, "unlisted", 8));
        }
        return queues;
    }

    /** The subscribers' queues feed their node's; what is known of them differs. */
    private static List<InventoryEntry> known() {
        List<InventoryEntry> entries = new ArrayList<>();
        for (String node : List.of("edge-0", "edge-1")) {
            entries.add(entry(node, "wan", null, 40_000_000L, null, null));
            entries.add(entry(node, "sub-1", node + "/wan", null, 4_000_000L, "alice"));
            entries.add(entry(node, "sub-2", node + "/wan", null, null, "bob"));
        }
        return entries;
    }

    private static InventoryEntry entry(
            String node, String queue, String parent, Long capacity, Long plan, String subscriber) {
        String group = subscriber == null ? null : "gold";
        return new InventoryEntry(Schema.CURRENT, node, queue, "site", parent, capacity, plan, subscriber, group);
    }
}
