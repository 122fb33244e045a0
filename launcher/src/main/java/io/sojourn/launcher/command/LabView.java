// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.engine.DropCause;
import io.sojourn.lab.measure.DelayStats;
import io.sojourn.lab.measure.GroupOutcome;
import io.sojourn.lab.measure.HopOutcome;
import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.launcher.lab.Case;
import io.sojourn.launcher.lab.CostRun;
import io.sojourn.launcher.lab.GroupLoss;
import io.sojourn.launcher.lab.Measured;
import io.sojourn.launcher.lab.NetworkCase;
import io.sojourn.launcher.lab.NetworkRun;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** What one run of a case gave, for people. */
final class LabView {
    private static final int NUMBER_WIDTH = Show.NO_DATA.length();

    private LabView() {}

    /** What the percentages are of, for the end of a report. */
    static String bases() {
        String bases =
                "RESENT %: of packets sent. LOST %: of packets sent, those dropped or lost on the way there and back; "
                        + "nothing that is under way at the end. DROPPED %: of packets offered to the hop. "
                        + "PEAK p: most that waited; END p: that wait at the end. SOJOURN: of packets that left. SILENCES: pauses of "
                        + "200 ms and more between a flow's start and stop, mean a flow; LONGEST: of all. "
                        + "SENT Mbit/s: IP bytes.";
        return String.join(System.lineSeparator(), Wrap.words(bases, Table.PAGE_WIDTH));
    }

    static void print(Case one, Measured measured, PrintWriter out) {
        if (measured instanceof NetworkRun run) {
            NetworkCase network = run.network();
            out.printf(
                    Locale.ROOT,
                    "case %s: %s s measured%n",
                    one.name(),
                    seconds(run.outcome().seconds()));
            out.print(flows(run));
            out.print(delays(network, run.outcome()));
            out.print(hops(network, run.outcome()));
            Table losses = losses(network, run.outcome());
            if (!losses.isEmpty()) {
                out.print(losses);
            }
        } else if (measured instanceof CostRun run) {
            out.println("case " + one.name() + ": nanoseconds a packet, on this machine");
            out.print(cost(run));
        }
    }

    private static Table flows(NetworkRun run) {
        Table table = new Table(
                "GROUP",
                "FLOWS",
                "GOODPUT Mbit/s",
                "JAIN",
                "SENT",
                "RESENT %",
                "LOST %",
                "TIMEOUTS",
                "SILENCES",
                "LONGEST ms");
        for (NetworkCase.FlowGroup group : run.network().groups()) {
            GroupOutcome flows = run.outcome().group(group.name());
            table.row(
                    group.name(),
                    Integer.toString(flows.flows()),
                    number(run, group, "goodputMbit"),
                    number(run, group, "jain"),
                    Long.toString(flows.sentPackets()),
                    number(run, group, "resentPercent"),
                    number(run, group, "lostPercent"),
                    number(run, group, "timeouts"),
                    number(run, group, "silences"),
                    number(run, group, "longestSilenceMillis"));
        }
        return table;
    }

    /** A dash where the traffic has no such figure. */
    private static String number(NetworkRun run, NetworkCase.FlowGroup group, String metric) {
        return run.network().metrics(group).contains(metric) ? number(run.value(group.name() + "." + metric)) : "-";
    }

    private static Table delays(NetworkCase network, Outcome outcome) {
        Table table = new Table("GROUP", "DELAY ms", "SAMPLES", "min", "mean", "p50", "p95", "p99", "max");
        for (NetworkCase.FlowGroup group : network.groups()) {
            GroupOutcome flows = outcome.group(group.name());
            if (network.metrics(group).contains("rttMinMillis")) {
                delay(table, group.name(), "RTT", flows.rtt());
            }
            if (network.metrics(group).contains("ackMeanMillis")) {
                delay(table, group.name(), "time to acknowledge", flows.timeToAck());
            }
            if (network.metrics(group).contains("chunkMaxSeconds")) {
                delay(table, group.name(), "chunk", flows.chunkTime());
            }
        }
        return table;
    }

    private static void delay(Table table, String group, String what, DelayStats delays) {
        List<String> cells = new ArrayList<>(List.of(group, what, Long.toString(delays.count())));
        for (double micros : new double[] {
            delays.minMicros(),
            delays.meanMicros(),
            delays.p50Micros(),
            delays.p95Micros(),
            delays.p99Micros(),
            delays.maxMicros()
        }) {
            cells.add(delays.count() == 0 ? Show.NO_DATA : Show.number(micros / 1e3));
        }
        table.row(cells.toArray(String[]::new));
    }

    private static Table hops(NetworkCase network, Outcome outcome) {
        Table table = new Table(
                        "HOP",
                        "OFFERED",
                        "DROPPED %",
                        "BY CAUSE",
                        "PEAK p",
                        "END p",
                        "SOJOURN ms mean",
                        "p95",
                        "max",
                        "SENT Mbit/s")
                .atMost(2, NUMBER_WIDTH)
                .atMost(6, "SOJOURN ms".length())
                .atMost(9, NUMBER_WIDTH)
                .within(Table.PAGE_WIDTH, 3);
        for (HopPlan plan : network.hops()) {
            if (plan instanceof HopPlan.Balancer) {
                continue;
            }
            HopOutcome hop = outcome.hop(plan.name());
            boolean offered = hop.offeredPackets() > 0;
            boolean sent = hop.sojourn().count() > 0;
            table.row(
                    hop.name(),
                    Long.toString(hop.offeredPackets()),
                    offered ? Show.number(100 * hop.lossRatio()) : Show.NO_DATA,
                    causes(hop),
                    offered ? Integer.toString(hop.backlogPeakPackets()) : Show.NO_DATA,
                    Long.toString(hop.waitingPackets()),
                    sent ? Show.number(hop.sojourn().meanMicros() / 1e3) : Show.NO_DATA,
                    sent ? Show.number(hop.sojourn().p95Micros() / 1e3) : Show.NO_DATA,
                    sent ? Show.number(hop.sojourn().maxMicros() / 1e3) : Show.NO_DATA,
                    offered ? Show.number(hop.sentIpBytes() * 8 / outcome.seconds() / 1e6) : Show.NO_DATA);
        }
        return table;
    }

    /** Where it was not all of one group. */
    private static Table losses(NetworkCase network, Outcome outcome) {
        Table table = new Table("HOP", "GROUP", "OFFERED", "DROPPED", "DROPPED %");
        for (HopOutcome hop : outcome.hops()) {
            List<GroupLoss> losses = GroupLoss.at(hop, network).stream()
                    .filter(loss -> loss.offeredPackets() > 0)
                    .toList();
            if (hop.droppedPackets() == 0 || losses.size() < 2) {
                continue;
            }
            losses.forEach(loss -> table.row(
                    hop.name(),
                    loss.group(),
                    Long.toString(loss.offeredPackets()),
                    Long.toString(loss.droppedPackets()),
                    number(loss.percent())));
        }
        return table;
    }

    private static String causes(HopOutcome hop) {
        List<String> causes = new ArrayList<>();
        for (DropCause cause : DropCause.values()) {
            if (hop.droppedPackets(cause) > 0) {
                causes.add(cause.name().toLowerCase(Locale.ROOT) + " " + hop.droppedPackets(cause));
            }
        }
        if (hop.lostPackets() > 0) {
            causes.add("line " + hop.lostPackets());
        }
        return String.join(", ", causes);
    }

    private static Table cost(CostRun run) {
        Table table = new Table("RULES", "ENGINE ns", "over 1 rule", "ONE BY ONE ns", "over 1 rule");
        for (int rules : run.compiledNanos().keySet()) {
            String name = "rules-" + rules + ".";
            table.row(
                    Integer.toString(rules),
                    number(run.value(name + "nanos")),
                    number(run.value(name + "costRatio")),
                    number(run.value(name + "linearNanos")),
                    number(run.value(name + "linearRatio")));
        }
        return table;
    }

    private static String number(OptionalDouble value) {
        return value.isPresent() ? Show.number(value.getAsDouble()) : Show.NO_DATA;
    }

    private static String seconds(double seconds) {
        return String.format(Locale.ROOT, "%.3f", seconds).replaceAll("\\.?0+$", "");
    }
}
