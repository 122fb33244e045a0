// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import io.sojourn.analytics.Analyst;
import io.sojourn.analytics.detect.RunVerdict;
import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.Folded;
import io.sojourn.streams.fold.Inventory;
import io.sojourn.streams.fold.NodeFold;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.SampleSink;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The pipeline without a broker: the same fold, the same detectors and the same advisor as the stream jobs run, called one
 * after the other. Constant memory but for one entry a flow and a queue.
 */
public final class OneShot implements SampleSink {
    private static final int REJECTS_KEPT = 100;

    private final Map<String, NodeFold> folds = new HashMap<>();
    private final Analyst analyst = new Analyst();
    private final FlowLedger flows = new FlowLedger();
    private final Map<String, @Nullable Finding> newest = new TreeMap<>();
    private final Map<String, Long> toldMillis = new HashMap<>();
    private final List<Reject> rejects = new ArrayList<>();
    private long rejectCount;
    private long firstMillis = Long.MAX_VALUE;
    private long lastMillis;

    @Override
    public void batch(SampleBatch batch) {
        NodeFold fold =
                folds.computeIfAbsent(batch.node(), node -> new NodeFold(node, FoldRules.defaults(), Inventory.NONE));
        take(fold.accept(batch));
        analyst.batch(batch);
        note(analyst.drain(), batch.endMillis());
        if (!batch.queues().isEmpty()) {
            firstMillis = Math.min(firstMillis, batch.startMillis());
            lastMillis = Math.max(lastMillis, batch.endMillis());
        }
        for (FlowSample flow : batch.flows()) {
            if (!flow.queue().equals(flow.flow())) {
                flows.add(flow);
            }
        }
    }

    @Override
    public void reject(Reject reject) {
        rejectCount++;
        if (rejects.size() < REJECTS_KEPT) {
            rejects.add(reject);
        }
    }

    /** Evaluates everything; the verdict of each queue, by node/queue. */
    public Map<String, RunVerdict> finish() {
        folds.values().forEach(fold -> take(fold.flush()));
        note(analyst.finish(), lastMillis);
        return Analyst.verdicts(List.copyOf(newest.values()));
    }

    /** The queue by which the run is judged, single flows left aside; empty when there is none. */
    public static Optional<RunVerdict> bottleneck(Map<String, RunVerdict> verdicts) {
        Map<String, RunVerdict> queues = new TreeMap<>(verdicts);
        queues.values().removeIf(OneShot::isFlow);
        return Analyst.bottleneck(queues);
    }

    /** Whether the subject is a single flow of a capture. */
    public static boolean isFlow(RunVerdict verdict) {
        return verdict.finding().queue().matches(".+>.+/(tcp|udp)");
    }

    /** Event time at which a finding was first told: the end of the batch that brought it about. */
    public @Nullable Long toldMillis(String findingId) {
        return toldMillis.get(findingId);
    }

    public Analyst analyst() {
        return analyst;
    }

    public FlowLedger flows() {
        return flows;
    }

    /** The first of what could not be read. */
    public List<Reject> rejects() {
        return List.copyOf(rejects);
    }

    public long rejectCount() {
        return rejectCount;
    }

    /** From the first to the last second in which a queue was seen; 0 when none was. */
    public double durationSeconds() {
        return lastMillis == 0 ? 0 : (lastMillis - firstMillis) / 1e3;
    }

    private void take(Folded folded) {
        folded.windows().forEach(analyst::window);
        if (folded.refusal() != null) {
            reject(folded.refusal().at("fold", lastMillis, null));
        }
    }

    /** Only the newest record of each finding, so that a long run needs no more memory than a short one. */
    private void note(List<Finding> findings, long nowMillis) {
        findings.forEach(finding -> newest.put(finding.id(), finding));
        findings.forEach(finding -> toldMillis.putIfAbsent(finding.id(), nowMillis));
    }
}
