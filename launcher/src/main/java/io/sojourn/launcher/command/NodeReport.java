// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sojourn.node.NodeCounters;
import io.sojourn.node.path.QueueTotals;
import io.sojourn.telemetry.Wire;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * What a node did, at its end: a row for each queue, then one line of sums.
 *
 * @param isDry whether nothing was sent anywhere
 */
record NodeReport(String node, NodeCounters counters, List<QueueTotals> queues, boolean isDry) {
    /** Of more queues only the busiest are shown; {@code --json} has all. */
    private static final int ROWS = 40;

    private static final int NAME_WIDTH = 24;
    private static final double NANOS_PER_MILLI = 1e6;

    String text() {
        Table table =
                new Table("QUEUE", "OFFERED", "SENT", "DROPPED", "MARKED", "DELAY p50", "p99", "OF", "BACKLOG", "PEAK");
        List<QueueTotals> shown = shown();
        shown.forEach(queue -> row(table, queue));
        int rest = queues.size() - shown.size();
        String left = rest == 0
                ? ""
                : rest + " more " + (rest == 1 ? "queue" : "queues") + " with no more packets each; --json lists all"
                        + System.lineSeparator();
        return (table.isEmpty() ? "" : table.toString()) + left + sums() + System.lineSeparator();
    }

    private static void row(Table table, QueueTotals queue) {
        QueueTotals.Delay delay = queue.delay();
        table.row(
                shortened(queue.queue()),
                Long.toString(queue.offeredPackets()),
                Long.toString(queue.sentPackets()),
                dropped(queue),
                Long.toString(queue.markedPackets()),
                delay.count() == 0 ? Show.NO_DATA : millis(delay.p50Nanos()),
                delay.count() == 0 ? "" : millis(delay.p99Nanos()),
                delay.count() == 0 ? "" : Long.toString(delay.count()),
                queue.backlogPackets() + "p",
                queue.backlogPeakPackets() + "p");
    }

    private static String dropped(QueueTotals queue) {
        List<String> causes = new ArrayList<>();
        add(causes, queue.policedPackets(), "policed");
        add(causes, queue.tailPackets(), "tail");
        add(causes, queue.aqmPackets(), "aqm");
        add(causes, queue.limitPackets(), "limit");
        return causes.isEmpty() ? "0" : String.join(", ", causes);
    }

    private static void add(List<String> causes, long packets, String cause) {
        if (packets > 0) {
            causes.add(packets + " " + cause);
        }
    }

    private String sums() {
        String read = counters.packets() + " packets in " + counters.passes()
                + (counters.passes() == 1 ? " pass, " : " passes, ")
                + counters.unmatchedPackets() + " of them matched no queue";
        return isDry
                ? read + "; dry run, nothing was sent"
                : read + "; " + counters.batches() + " batches sent; settings: " + counters.appliedSettings()
                        + " applied, " + counters.refusedSettings() + " refused";
    }

    /** In the order of the policy; of very many those with most packets. */
    private List<QueueTotals> shown() {
        if (queues.size() <= ROWS) {
            return queues;
        }
        Set<String> busiest = new HashSet<>();
        queues.stream()
                .sorted(Comparator.comparingLong(QueueTotals::offeredPackets).reversed())
                .limit(ROWS)
                .forEach(queue -> busiest.add(queue.queue()));
        return queues.stream().filter(queue -> busiest.contains(queue.queue())).toList();
    }

    JsonNode json() {
        ObjectNode json = Wire.json().createObjectNode();
        json.put("node", node).put("dryRun", isDry).put("passes", counters.passes());
        json.put("packets", counters.packets());
        json.put("unmatchedPackets", counters.unmatchedPackets());
        json.put("unmatchedBytes", counters.unmatchedBytes());
        json.put("batches", isDry ? 0 : counters.batches());
        json.put("appliedSettings", counters.appliedSettings());
        json.put("refusedSettings", counters.refusedSettings());
        ArrayNode list = json.putArray("queues");
        queues.forEach(queue -> json(queue, list.addObject()));
        return json;
    }

    private static void json(QueueTotals queue, ObjectNode into) {
        into.put("queue", queue.queue());
        into.put("offeredPackets", queue.offeredPackets()).put("offeredBytes", queue.offeredBytes());
        into.put("sentPackets", queue.sentPackets()).put("sentBytes", queue.sentBytes());
        into.putObject("droppedPackets")
                .put("policed", queue.policedPackets())
                .put("tail", queue.tailPackets())
                .put("aqm", queue.aqmPackets())
                .put("limit", queue.limitPackets());
        into.put("markedPackets", queue.markedPackets());
        into.put("backlogPackets", queue.backlogPackets()).put("backlogBytes", queue.backlogBytes());
        into.put("backlogPeakPackets", queue.backlogPeakPackets());
        QueueTotals.Delay delay = queue.delay();
        ObjectNode nanos = into.putObject("delayNanos");
        nanos.put("count", delay.count());
        if (delay.count() > 0) {
            nanos.put("p50", delay.p50Nanos()).put("p99", delay.p99Nanos()).put("max", delay.maxNanos());
        }
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.2f ms", nanos / NANOS_PER_MILLI);
    }

    private static String shortened(String name) {
        return name.length() <= NAME_WIDTH ? name : name.substring(0, NAME_WIDTH - 3) + "...";
    }
}
