// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.engine.LengthRule;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.classify.Classifier;
import io.sojourn.engine.classify.PacketFields;
import io.sojourn.engine.classify.Prefix;
import io.sojourn.engine.classify.Range;
import io.sojourn.engine.classify.Rule;
import io.sojourn.engine.link.Link;
import io.sojourn.engine.link.LinkObserver;
import io.sojourn.node.policy.Policy;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.ToIntFunction;

/**
 * Measures what forwarding a packet costs behind rules of which only the last takes it: processor time of this machine,
 * so that only ratios mean something elsewhere.
 *
 * <p>Each packet is classified, offered to a link with a FIFO, and taken from it at once. The engine's classifier is
 * compared with the same rules tried one after the other. Its table of recent packets has one entry, as if every packet
 * were the first of its flow: with the table as it is by default the number of rules would not show at all.
 *
 * <p>Error: the median of {@value #ROUNDS} rounds, taken in turns, is within some 10 % on a quiet machine.
 */
final class ForwardingCost {
    /** Counts what this thread got, not what others took meanwhile. */
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private static final int WARM_UP_ROUNDS = 3;
    private static final int ROUNDS = 9;
    private static final int HEADERS = 1 << 10;
    private static final int IP_BYTES = 1_500;
    private static final int TCP = 6;
    private static final int SERVER_PORT = 5_301;
    private static final int OTHER_PORT = 20_000;
    private static final long SENDERS = 0x0A_00_00_00L;

    private final CostCase plan;
    private final PacketFields[] headers = new PacketFields[HEADERS];
    /** Of what was classified: keeps the compiler from leaving out work whose result nobody uses. */
    private long checksum;

    ForwardingCost(CostCase plan) {
        this.plan = plan;
        SplittableRandom random = new SplittableRandom(1);
        Arrays.setAll(headers, i -> header(random));
    }

    private static PacketFields header(SplittableRandom random) {
        PacketFields header = new PacketFields();
        header.ipVersion = 4;
        header.sourceLow = SENDERS + random.nextInt(1 << 24);
        header.destinationLow = SENDERS + random.nextInt(1 << 24);
        header.protocol = TCP;
        header.sourcePort = 1_024 + random.nextInt(10_000);
        header.destinationPort = SERVER_PORT;
        return header;
    }

    CostRun measure() {
        Map<Integer, ToIntFunction<PacketFields>> compiled = new LinkedHashMap<>();
        Map<Integer, ToIntFunction<PacketFields>> linear = new LinkedHashMap<>();
        for (int count : plan.rules()) {
            List<Rule> rules = rules(count);
            compiled.put(count, Classifier.compile(rules, 0, 1)::classify);
            linear.put(count, packet -> firstMatch(rules, packet));
        }
        Map<Integer, List<Double>> compiledNanos = new LinkedHashMap<>();
        Map<Integer, List<Double>> linearNanos = new LinkedHashMap<>();
        for (int round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
            boolean counts = round >= WARM_UP_ROUNDS;
            compiled.forEach((count, classify) -> round(classify, counts, count, compiledNanos));
            linear.forEach((count, classify) -> round(classify, counts, count, linearNanos));
        }
        return new CostRun(medians(compiledNanos), medians(linearNanos));
    }

    private void round(
            ToIntFunction<PacketFields> classify, boolean counts, int rules, Map<Integer, List<Double>> nanos) {
        double took = nanosAPacket(classify);
        if (counts) {
            nanos.computeIfAbsent(rules, unused -> new ArrayList<>()).add(took);
        }
    }

    private double nanosAPacket(ToIntFunction<PacketFields> classify) {
        Policy policy = Policy.parse("forwarding-cost", "node: lab\nlinks: [ { name: wan, queue: fifo } ]\n");
        PacketStore store = new PacketStore(HEADERS);
        Link link = new Link(policy.links().get(0).root(), store, LinkObserver.NONE, 1, 0);
        int classId = link.classId("wan").orElseThrow();
        int length = LengthRule.ETHERNET.length(IP_BYTES);
        long startNanos = THREADS.getCurrentThreadCpuTime();
        for (int i = 0; i < plan.packets(); i++) {
            PacketFields header = headers[i & (HEADERS - 1)];
            int index = store.add(i, length, i);
            store.setFlow(index, header.flow());
            store.setClassId(index, classId + classify.applyAsInt(header));
            link.offer(index, i);
            int left = link.poll(i);
            checksum += store.handle(left);
            store.release(left);
        }
        double nanos = (double) (THREADS.getCurrentThreadCpuTime() - startNanos) / plan.packets();
        if (checksum < 0) {
            throw new IllegalStateException("checksum=" + checksum + " < 0");
        }
        return nanos;
    }

    /** All but the last name a host and a port that no packet has; the last takes them all. */
    private static List<Rule> rules(int count) {
        List<Rule> rules = new ArrayList<>();
        for (int i = 0; i < count - 1; i++) {
            rules.add(rule(List.of(new Prefix(4, 0, SENDERS + i, 32)), OTHER_PORT + i));
        }
        rules.add(rule(List.of(), SERVER_PORT));
        return rules;
    }

    private static Rule rule(List<Prefix> sources, int port) {
        return new Rule(
                sources,
                List.of(),
                List.of(Range.of(TCP)),
                List.of(),
                List.of(Range.of(port)),
                List.of(),
                List.of(),
                List.of(),
                0);
    }

    private static int firstMatch(List<Rule> rules, PacketFields packet) {
        for (Rule rule : rules) {
            if (rule.matches(packet)) {
                return rule.result();
            }
        }
        return 0;
    }

    private static Map<Integer, Double> medians(Map<Integer, List<Double>> nanos) {
        Map<Integer, Double> medians = new LinkedHashMap<>();
        nanos.forEach((rules, rounds) ->
                medians.put(rules, rounds.stream().sorted().toList().get(ROUNDS / 2)));
        return medians;
    }
}
