// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.metrics;

import io.sojourn.telemetry.SampleExporter;

/** What becomes of a source's records on their way to the broker. */
public final class ExportMetrics {
    private ExportMetrics() {}

    public static void bind(SelfMetrics metrics, SampleExporter exporter) {
        metrics.count(SelfMetric.EXPORT_DELIVERED, exporter::delivered);
        metrics.count(SelfMetric.EXPORT_FAILED, exporter::failed);
        metrics.kafka(exporter::kafkaMetrics);
    }
}
