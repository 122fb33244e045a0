// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import io.sojourn.telemetry.AppliedSetting;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.Incident;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Recommendation;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Setting;
import io.sojourn.telemetry.Topic;
import java.util.List;

/** Records to lines. */
final class Lines {
    /** The topics that are kept. Samples are not: their windows are; and the inventory is no history. */
    static final List<Topic> TOPICS = List.of(
            Topic.WINDOWS,
            Topic.FLOW_WINDOWS,
            Topic.FINDINGS,
            Topic.RECOMMENDATIONS,
            Topic.SETTINGS,
            Topic.APPLIED_SETTINGS,
            Topic.INCIDENTS,
            Topic.REJECTS);

    private Lines() {}

    /** @throws OutOfRange when the record's time can't be written, or it is of no topic that is kept */
    static List<Line> of(Record record, Line.Source source) {
        if (record instanceof QueueWindow window) {
            return List.of(Measurements.QUEUE_WINDOW.line(window, source));
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
}
