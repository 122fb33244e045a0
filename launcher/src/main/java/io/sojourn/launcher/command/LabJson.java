// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sojourn.engine.DropCause;
import io.sojourn.lab.measure.DelayStats;
import io.sojourn.lab.measure.FlowOutcome;
import io.sojourn.lab.measure.GroupOutcome;
import io.sojourn.lab.measure.HopOutcome;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.launcher.lab.Case;
import io.sojourn.launcher.lab.CostRun;
import io.sojourn.launcher.lab.GroupLoss;
import io.sojourn.launcher.lab.Measured;
import io.sojourn.launcher.lab.NetworkCase.FlowGroup;
import io.sojourn.launcher.lab.NetworkRun;
import io.sojourn.telemetry.Wire;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/** What one run of a case gave, for programs: every metric by the name that scenarios have for it, null without a sample. */
final class LabJson {
    private LabJson() {}

    static ObjectNode of(Case one, Measured measured) {
        ObjectNode json = Wire.json().createObjectNode();
        json.put("case", one.name());
        if (measured instanceof NetworkRun run) {
            network(run, json);
        } else if (measured instanceof CostRun run) {
            run.metrics().forEach(metric -> put(json, metric, run.value(metric)));
        }
        return json;
    }

    private static void network(NetworkRun run, ObjectNode json) {
        put(json, "seconds", OptionalDouble.of(run.outcome().seconds()));
        ArrayNode groups = json.putArray("groups");
        ArrayNode flows = json.putArray("flows");
        for (FlowGroup group : run.network().groups()) {
            ObjectNode together = groups.addObject();
            together.put("name", group.name()).put("flows", group.flows().size());
            GroupOutcome outcome = run.outcome().group(group.name());
            samples(together, outcome.rtt(), outcome.timeToAck(), outcome.chunkTime());
            values(run, group, group.name(), together);
            for (FlowPlan flow : group.flows()) {
                ObjectNode single = flows.addObject();
                single.put("name", flow.name()).put("group", group.name());
                FlowOutcome one = run.outcome().flow(flow.name());
                samples(single, one.rtt(), one.timeToAck(), one.chunkTime());
                values(run, group, flow.name(), single);
            }
        }
        ArrayNode hops = json.putArray("hops");
        run.network().hops().stream()
                .filter(hop -> !(hop instanceof HopPlan.Balancer))
                .forEach(hop -> hops.add(hop(run, run.outcome().hop(hop.name()))));
    }

    private static void samples(ObjectNode json, DelayStats rtt, DelayStats timeToAck, DelayStats chunkTime) {
        json.put("rttSamples", rtt.count()).put("ackSamples", timeToAck.count()).put("chunkSamples", chunkTime.count());
    }

    private static void values(NetworkRun run, FlowGroup group, String name, ObjectNode json) {
        for (String metric : run.network().metrics(group)) {
            put(json, metric, run.value(name + "." + metric));
        }
    }

    private static ObjectNode hop(NetworkRun run, HopOutcome hop) {
        ObjectNode json = Wire.json().createObjectNode();
        json.put("name", hop.name()).put("offeredPackets", hop.offeredPackets()).put("sentPackets", hop.sentPackets());
        ObjectNode causes = json.putObject("droppedByCause");
        for (DropCause cause : DropCause.values()) {
            causes.put(cause.name().toLowerCase(Locale.ROOT), hop.droppedPackets(cause));
        }
        json.put("lostPackets", hop.lostPackets())
                .put("waitingPackets", hop.waitingPackets())
                .put("sojournSamples", hop.sojourn().count());
        List<String> metrics = run.network().metricsOfHops();
        metrics.forEach(metric -> put(json, metric, run.value(hop.name() + "." + metric)));
        ArrayNode groups = json.putArray("groups");
        GroupLoss.at(hop, run.network()).stream()
                .filter(loss -> loss.offeredPackets() > 0)
                .forEach(loss -> put(
                        groups.addObject()
                                .put("name", loss.group())
                                .put("offeredPackets", loss.offeredPackets())
                                .put("droppedPackets", loss.droppedPackets()),
                        "lossPercent",
                        loss.percent()));
        return json;
    }

    private static void put(ObjectNode json, String key, OptionalDouble value) {
        if (value.isEmpty()) {
            json.putNull(key);
        } else if (key.endsWith("Packets") || key.equals("timeouts")) {
            json.put(key, (long) value.getAsDouble());
        } else {
            json.put(key, rounded(value.getAsDouble()));
        }
    }

    /** To six digits: more than any of the figures is known to. */
    static double rounded(double value) {
        return new BigDecimal(value).round(new MathContext(6)).doubleValue();
    }
}
