// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.metrics;

import java.util.List;

/**
 * The one table of what a process tells of itself: it names and documents every metric of ours. Base units; a label has few
 * values, and none is an address or a flow.
 */
public enum SelfMetric {
    PART_UP(
            Where.ALL,
            Type.GAUGE,
            "sojourn_part_up",
            "1 when this part of the process is fine, 0 when not; /health says why.",
            "part"),

    WINDOWS_BATCHES(
            Where.STREAMS,
            Type.COUNTER,
            "sojourn_windows_batches_total",
            "Records read from topic samples, bad ones included."),
    WINDOWS_SAMPLES(
            Where.STREAMS,
            Type.COUNTER,
            "sojourn_windows_samples_total",
            "Queue samples in the batches that were taken."),
    WINDOWS_LATE(
            Where.STREAMS,
            Type.COUNTER,
            "sojourn_windows_late_batches_total",
            "Batches that came after their second had closed, by node, since this process has the node; 1,000 nodes by name, the"
                    + " rest as other.",
            "node"),
    WINDOWS_OUT(
            Where.STREAMS,
            Type.COUNTER,
            "sojourn_windows_out_total",
            "Windows of queues given out, by size and stage: early ones may change, final ones not.",
            "size",
            "stage"),
    FLOW_WINDOWS_OUT(Where.STREAMS, Type.COUNTER, "sojourn_flow_windows_out_total", "Final tables of flows given out."),
    PARTS_IN(
            Where.STREAMS,
            Type.COUNTER,
            "sojourn_scope_parts_total",
            "What nodes added to links, sites, subscribers and groups, a part a second, late ones included."),
    LATE_PARTS(
            Where.STREAMS,
            Type.COUNTER,
            "sojourn_scope_late_parts_total",
            "Of these parts, those that came after their second had closed."),
    SCOPE_WINDOWS_OUT(
            Where.STREAMS,
            Type.COUNTER,
            "sojourn_scope_windows_out_total",
            "Final windows of nodes, links, sites, subscribers and groups given out."),
    WINDOWS_OPEN(
            Where.STREAMS,
            Type.GAUGE,
            "sojourn_windows_open",
            "Windows of nodes in progress, of all sizes, as of the last second."),
    WINDOWS_NODES(
            Where.STREAMS, Type.GAUGE, "sojourn_windows_nodes", "Nodes that this process folds, silent ones included."),
    WINDOWS_CLOCK_OFFSET(
            Where.STREAMS,
            Type.GAUGE,
            "sojourn_windows_clock_offset_seconds",
            "How far the clock of a node is ahead of the broker's, negative behind; of nodes beyond 1,000, as other, the one"
                    + " furthest off.",
            "node"),
    WINDOWS_WATERMARK_DELAY(
            Where.STREAMS,
            Type.GAUGE,
            "sojourn_windows_watermark_delay_seconds",
            "Wall clock less the time of the node that is furthest behind, over live nodes heard of within five minutes."),
    WINDOWS_STATE(
            Where.STREAMS,
            Type.GAUGE,
            "sojourn_windows_state_bytes",
            "Bytes of the stores, in memory tables and in files."),
    WINDOWS_PROCESSING(
            Where.STREAMS,
            Type.SUMMARY,
            "sojourn_windows_processing_seconds",
            "Time that a batch takes to be read, folded and put out: count and sum."),
    WINDOWS_UNREADABLE(
            Where.STREAMS,
            Type.COUNTER,
            "sojourn_windows_unreadable_batches_total",
            "Records that are no batch, or whose key is not the node."),
    WINDOWS_DUPLICATES(
            Where.STREAMS,
            Type.COUNTER,
            "sojourn_windows_duplicate_batches_total",
            "Batches ignored because their sequence was seen."),
    WINDOWS_WRONG_CLOCK(
            Where.STREAMS,
            Type.COUNTER,
            "sojourn_windows_wrong_clock_batches_total",
            "Batches whose node's clock is too far off to be taken."),
    WINDOWS_UNFIT(
            Where.STREAMS,
            Type.COUNTER,
            "sojourn_windows_unfit_batches_total",
            "Batches with counters that cannot be summed."),
    WINDOWS_LOST(
            Where.STREAMS,
            Type.COUNTER,
            "sojourn_windows_lost_batches_total",
            "Batches missing by their sequence when that was first seen; one that still comes is not taken off."),
    WINDOWS_REJECTED(
            Where.STREAMS,
            Type.COUNTER,
            "sojourn_windows_rejected_total",
            "Records put on topic rejects: unreadable, late, wrong clock or unfit."),
    WINDOWS_THREADS_REPLACED(
            Where.STREAMS,
            Type.COUNTER,
            "sojourn_windows_threads_replaced_total",
            "Stream threads that failed and were replaced."),
    WINDOWS_LAG(
            Where.STREAMS,
            Type.GAUGE,
            "sojourn_windows_lag_records",
            "Records of topic samples not yet read, over the partitions that this process has."),

    NODE_PACKETS(Where.NODE, Type.COUNTER, "sojourn_node_packets_total", "Packets read from the source."),
    NODE_UNMATCHED(
            Where.NODE,
            Type.COUNTER,
            "sojourn_node_unmatched_packets_total",
            "Packets that no queue takes: they pass and are counted nowhere else."),
    NODE_REORDERED(
            Where.NODE,
            Type.COUNTER,
            "sojourn_node_reordered_packets_total",
            "Packets whose time lay before that of the packet before; taken as simultaneous."),
    NODE_TIME_JUMPS(
            Where.NODE,
            Type.COUNTER,
            "sojourn_node_time_jumps_total",
            "Steps of the source's clock that were too large to be traffic."),
    NODE_SETTINGS(
            Where.NODE,
            Type.COUNTER,
            "sojourn_node_settings_total",
            "Settings answered: applied, or refused with a reason.",
            "outcome"),

    SOURCE_BATCHES(
            Where.SOURCE,
            Type.COUNTER,
            "sojourn_source_batches_total",
            "Batches handed to the exporter, one an interval."),
    SOURCE_SAMPLES(Where.SOURCE, Type.COUNTER, "sojourn_source_samples_total", "Queue samples in those batches."),
    SOURCE_DROPS(
            Where.SOURCE,
            Type.COUNTER,
            "sojourn_source_dropped_packets_total",
            "Packets that those samples say were dropped, by cause.",
            "cause"),
    SOURCE_REJECTS(
            Where.SOURCE,
            Type.COUNTER,
            "sojourn_source_rejects_total",
            "What the source held and could not be read; each is on topic rejects."),
    EXPORT_DELIVERED(
            Where.SOURCE,
            Type.COUNTER,
            "sojourn_export_delivered_records_total",
            "Batches and rejects that the broker acknowledged."),
    EXPORT_FAILED(
            Where.SOURCE,
            Type.COUNTER,
            "sojourn_export_failed_records_total",
            "Batches and rejects given up after two minutes without an acknowledgment, or refused by the broker."),

    HISTORY_POINTS(
            Where.UP,
            Type.COUNTER,
            "sojourn_history_points_total",
            "Points that the store took; one record makes one point, a flow window several."),
    HISTORY_RETRIES(
            Where.UP,
            Type.COUNTER,
            "sojourn_history_retries_total",
            "Writes that failed because the store was away; each is tried again."),
    HISTORY_REJECTED(
            Where.UP,
            Type.COUNTER,
            "sojourn_history_rejected_total",
            "Records that could not be read, and points that the store refused."),
    HISTORY_EXPIRED(
            Where.UP,
            Type.COUNTER,
            "sojourn_history_expired_points_total",
            "Points older than the retention, left out."),
    HISTORY_WAITING(Where.UP, Type.GAUGE, "sojourn_history_waiting_points", "Points read and not yet written."),
    CONSOLE_REQUESTS(
            Where.UP,
            Type.COUNTER,
            "sojourn_console_requests_total",
            "Requests answered by the console, by class of status.",
            "status");

    /** Which processes have it. */
    public enum Where {
        ALL("all"),
        STREAMS("`up`, `demo`, `streams`"),
        NODE("`node`"),
        SOURCE("`node`, `collect`"),
        UP("`up`, `demo`");

        private final String text;

        Where(String text) {
            this.text = text;
        }
    }

    /** As Prometheus has them. */
    public enum Type {
        COUNTER,
        GAUGE,
        SUMMARY
    }

    private final Where where;
    private final Type type;
    private final String family;
    private final String help;

    @SuppressWarnings("ImmutableEnumChecker") // List.of
    private final List<String> labels;

    SelfMetric(Where where, Type type, String family, String help, String... labels) {
        this.where = where;
        this.type = type;
        this.family = family;
        this.help = help;
        this.labels = List.of(labels);
    }

    public Type type() {
        return type;
    }

    /** Its name in the text. */
    public String family() {
        return family;
    }

    public String help() {
        return help;
    }

    /** Names of its labels. */
    public List<String> labels() {
        return labels;
    }

    /** Which commands have it, in words. */
    public String commands() {
        return where.text;
    }
}
