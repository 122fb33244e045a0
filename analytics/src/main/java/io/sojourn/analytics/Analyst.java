// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import io.sojourn.analytics.advise.Advisor;
import io.sojourn.analytics.advise.TwinForecaster;
import io.sojourn.analytics.detect.QueueDetector;
import io.sojourn.analytics.detect.QueueState;
import io.sojourn.analytics.detect.RunVerdict;
import io.sojourn.lab.twin.Twin;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Topic;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The same detectors and advisor without a broker, for one-shot analysis: windows and batches in, findings out. Windows
 * of a queue must come in order; other than that the order of calls does not matter.
 *
 * <p>Not safe for use by several threads.
 */
public final class Analyst {
    private final Advisor advisor;
    private final Map<String, QueueState> queues = new TreeMap<>();
    private final Map<String, Long> nodeMillis = new HashMap<>();
    private final Map<String, QueueSettings> settings = new HashMap<>();
    private final List<Finding> undrained = new ArrayList<>();

    public Analyst() {
        this(new Advisor(new TwinForecaster(Twin::predict)));
    }

    Analyst(Advisor advisor) {
        this.advisor = advisor;
    }

    /** Takes a window in. */
    public void window(QueueWindow window) {
        new QueueDetector(queue(window.node(), window.queue())).window(window);
        advance(window.node(), window.queue());
    }

    /** Takes a batch's trails and time in. */
    public void batch(SampleBatch batch) {
        batch.trails().forEach(trail -> trail(batch.node(), trail));
        nodeMillis.merge(batch.node(), batch.endMillis(), Math::max);
        queues.values().stream()
                .filter(state -> state.node.equals(batch.node()))
                .map(state -> state.queue)
                .toList()
                .forEach(queue -> advance(batch.node(), queue));
    }

    /** Takes one trail in. */
    public void trail(String node, LossTrail trail) {
        new QueueDetector(queue(node, trail.queue())).trail(trail);
    }

    /** What was found since the last time. */
    public List<Finding> drain() {
        List<Finding> findings = List.copyOf(undrained);
        undrained.clear();
        return findings;
    }

    /** Evaluates all that came; what was found since the last time. */
    public List<Finding> finish() {
        for (QueueState state : queues.values()) {
            QueueDetector detector = new QueueDetector(state);
            note(detector.finish(), detector);
        }
        return drain();
    }

    /** The verdicts on all queues over all that came, by node/queue; call {@link #finish} first. */
    public static Map<String, RunVerdict> verdicts(List<Finding> findings) {
        Map<String, List<Finding>> byQueue = new TreeMap<>();
        findings.forEach(finding -> byQueue.computeIfAbsent(
                        Topic.queueKey(finding.node(), finding.queue()), key -> new ArrayList<>())
                .add(finding));
        Map<String, RunVerdict> verdicts = new TreeMap<>();
        byQueue.forEach((key, list) -> RunVerdict.of(list).ifPresent(verdict -> verdicts.put(key, verdict)));
        return verdicts;
    }

    /**
     * The queue by which a run is judged: trouble before none, UNKNOWN behind causes with a name, then whichever held
     * longest. Quiet queues on the way, and the acknowledgements' direction, are thereby passed over.
     */
    public static Optional<RunVerdict> bottleneck(Map<String, RunVerdict> verdicts) {
        return verdicts.values().stream()
                .max(Comparator.<RunVerdict>comparingInt(verdict -> rank(verdict.cause()))
                        .thenComparingLong(RunVerdict::heldMillis));
    }

    private static int rank(Cause cause) {
        return switch (cause) {
            case INSUFFICIENT -> 0;
            case HEALTHY -> 1;
            case UNKNOWN -> 2;
            default -> 3;
        };
    }

    /** What to set against a finding, with its predicted effect: about a second of computing. */
    public Optional<Recommendation> recommend(Finding finding) {
        QueueSettings current = settings.getOrDefault(finding.id(), QueueSettings.unknown());
        return finding.cause().isTrouble() ? advisor.recommend(finding, current, 1) : Optional.empty();
    }

    private void advance(String node, String queue) {
        @Nullable Long endMillis = nodeMillis.get(node);
        if (endMillis != null) {
            QueueDetector detector = new QueueDetector(queue(node, queue));
            note(detector.advance(endMillis - NodeClock.TRAIL_LAG_MILLIS), detector);
        }
    }

    private void note(List<Finding> findings, QueueDetector detector) {
        findings.forEach(finding -> settings.putIfAbsent(finding.id(), detector.settings()));
        undrained.addAll(findings);
    }

    private QueueState queue(String node, String queue) {
        return queues.computeIfAbsent(Topic.queueKey(node, queue), key -> {
            QueueState state = new QueueState();
            state.node = node;
            state.queue = queue;
            return state;
        });
    }
}
