// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.streams.latest.LatestWindows;
import io.sojourn.telemetry.KafkaEnds;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.Metric;
import org.apache.kafka.common.MetricName;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KafkaStreams.State;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Topic {@code samples} to {@code windows}, {@code flow-windows} and {@code rejects}, exactly once: after a crash of this
 * process or of the broker no window is missing and none comes twice for a reader of committed records.
 *
 * <p>The topics must exist. A broker that is away is waited for.
 */
public final class WindowsJob implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WindowsJob.class);

    private static final Duration CLOSE_WITHIN = Duration.ofSeconds(10);

    /** Three missed heartbeats. */
    private static final double CONTACT_SECONDS = 3 * WindowsProperties.HEARTBEAT_MILLIS / 1e3;

    private final KafkaEnds ends;
    private final WindowsConfig config;
    private final WindowsCounters counters = new WindowsCounters();
    private final ReplaceThreads replace = new ReplaceThreads(counters, System::currentTimeMillis);
    private final Object stateChange = new Object();
    private final LatestWindows latest;
    private volatile @Nullable KafkaStreams streams;

    /** Does nothing yet: see {@link #start}. */
    public WindowsJob(KafkaEnds ends, WindowsConfig config) {
        this.ends = ends;
        this.config = config;
        this.latest = new LatestWindows(() -> streams, config.address());
    }

    /** Starts the threads and returns at once. */
    public void start() {
        if (streams != null) {
            throw new IllegalStateException(config.applicationId() + " was started before");
        }
        KafkaStreams started = new KafkaStreams(
                WindowsTopology.of(ends, config, counters, new KafkaTopicLog(ends), this::brokerInContact),
                WindowsProperties.of(ends, config));
        started.setUncaughtExceptionHandler(replace);
        started.setStateListener((now, before) -> {
            synchronized (stateChange) {
                stateChange.notifyAll();
            }
        });
        streams = started;
        started.start();
    }

    /**
     * Waits until the job runs.
     *
     * @throws IllegalStateException when it does not within the time; says what is in the way
     */
    public void awaitRunning(Duration within) throws InterruptedException {
        long deadlineNanos = System.nanoTime() + within.toNanos();
        synchronized (stateChange) {
            while (check().isPresent()) {
                long leftMillis = (deadlineNanos - System.nanoTime()) / 1_000_000;
                if (leftMillis <= 0) {
                    throw new IllegalStateException(
                            check().orElse("running") + "; waited " + within.toSeconds() + " s");
                }
                stateChange.wait(leftMillis);
            }
        }
    }

    /** What is in the way of running; empty when the job runs. */
    public Optional<String> check() {
        @Nullable KafkaStreams current = streams;
        if (current == null) {
            return Optional.of(config.applicationId() + " is not started");
        }
        State state = current.state();
        if (state == State.RUNNING) {
            return Optional.empty();
        }
        @Nullable String failure = replace.lastProblem();
        return Optional.of(config.applicationId() + " on " + ends.bootstrapServers() + " is " + state
                + (failure == null ? "" : "; last failure " + failure));
    }

    public WindowsCounters counters() {
        return counters;
    }

    /** What Kafka's own clients and stores measure; nothing before the start. */
    public Map<MetricName, ? extends Metric> kafkaMetrics() {
        @Nullable KafkaStreams current = streams;
        return current == null ? Map.of() : current.metrics();
    }

    /** The newest windows, to ask at any time. */
    public LatestWindows latest() {
        return latest;
    }

    /**
     * Commits, leaves the group so that the next start need not wait for this member's session to end, and stops, within
     * 10 s. Open windows stay in their stores.
     */
    @Override
    public void close() {
        @Nullable KafkaStreams current = streams;
        if (current == null) {
            return;
        }
        replace.close();
        boolean stopped = current.close(CloseOptions.timeout(CLOSE_WITHIN)
                .withGroupMembershipOperation(CloseOptions.GroupMembershipOperation.LEAVE_GROUP));
        if (!stopped) {
            LOG.warn("{} did not stop within {} s", config.applicationId(), CLOSE_WITHIN.toSeconds());
        }
    }

    /** Whether the group's coordinator was heard of lately. Before the first heartbeat nothing speaks against it. */
    private boolean brokerInContact() {
        @Nullable KafkaStreams current = streams;
        return current == null
                || current.metrics().values().stream()
                        .filter(metric -> metric.metricName().name().equals("last-heartbeat-seconds-ago"))
                        .map(Metric::metricValue)
                        .noneMatch(ago -> ago instanceof Double seconds && seconds > CONTACT_SECONDS);
    }
}
