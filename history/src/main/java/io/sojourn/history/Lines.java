// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Batches;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.FlowWindowBatch;
import io.sojourn.telemetry.Incident;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Scope;
import io.sojourn.telemetry.Setting;
import io.sojourn.telemetry.Topic;
import io.sojourn.telemetry.WindowBatch;
import io.sojourn.telemetry.Wire;
import java.util.List;
import java.util.function.Consumer;

/** Records to lines. */
final class Lines {
    /**
     * The topics that are kept. Samples are not: their windows are; what is early or a part becomes a final window in one of
     * these; and the inventory is no history.
     */
    static final List<Topic> TOPICS = List.of(
            Topic.WINDOWS,
            Topic.FLOW_WINDOWS,
            Topic.SCOPE_WINDOWS,
            Topic.FINDINGS,
            Topic.RECOMMENDATIONS,
            Topic.SETTINGS,
            Topic.APPLIED_SETTINGS,
            Topic.INCIDENTS,
            Topic.REJECTS);

    private Lines() {}

    /**
     * What stands in the value of a topic: of a batch, its windows.
     *
     * @param refused told of what can't be read
     */
    static List<? extends Record> read(Topic topic, byte[] bytes, Consumer<OutOfRange> refused) {
        if (topic.value() == WindowBatch.class) {
            return Batches.windows(bytes, refused);
        }
        if (topic.value() == FlowWindowBatch.class) {
            return Batches.flowWindows(bytes, refused);
        }
        try {
            return List.of(Wire.read(bytes, topic.value()));
        } catch (OutOfRange e) {
            refused.accept(e);
            return List.of();
        }
    }

    /** @throws OutOfRange when the record's time can't be written, or it is of no topic that is kept */
    static List<Line> of(Record record, Line.Source source) {
        if (record instanceof QueueWindow window) {
            return window(window, source);
        }
        if (record instanceof FlowWindow window) {
            return FlowRow.of(window).stream()
                    .map(row -> Measurements.FLOW_WINDOW.line(row, source))
                    .toList();
        }
        if (record instanceof Finding finding) {
            return List.of(Measurements.FINDING.line(finding, source));
        }
        if (record instanceof Recommendation recommendation) {
            return List.of(Measurements.RECOMMENDATION.line(recommendation, source));
        }
        if (record instanceof Setting setting) {
            return List.of(Measurements.SETTING.line(setting, source));
        }
        if (record instanceof AppliedSetting applied) {
            return List.of(Measurements.APPLIED_SETTING.line(applied, source));
        }
        if (record instanceof Incident incident) {
            return List.of(Measurements.INCIDENT.line(incident, source));
        }
        if (record instanceof Reject reject) {
            return List.of(Measurements.REJECT.line(reject, source));
        }
        throw new OutOfRange("record", record.getClass().getSimpleName(), "of one of " + TOPICS);
    }

    private static List<Line> window(QueueWindow window, Line.Source source) {
        boolean queue = window.scope() == Scope.QUEUE;
        return List.of((queue ? Measurements.QUEUE_WINDOW : Measurements.SCOPE_WINDOW).line(window, source));
    }
}
