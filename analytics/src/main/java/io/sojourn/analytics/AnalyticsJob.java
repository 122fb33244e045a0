// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import io.sojourn.analytics.advise.TwinForecaster;
import io.sojourn.lab.twin.Twin;
import io.sojourn.telemetry.KafkaEnds;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Windows and loss trails to findings and recommendations, as one Flink job: in this process, or on the cluster whose
 * environment it is given. The constructor does no I/O.
 *
 * <p>State is saved to {@link AnalyticsConfig#checkpointFolder} and found again at the next start.
 */
public final class AnalyticsJob implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(AnalyticsJob.class);
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(30);
    private static final Duration FAILURE_TOLD = Duration.ofMinutes(1);

    private final AnalyticsConfig config;
    private final AnalyticsTopology topology;
    private @Nullable JobClient client;
    private @Nullable Thread watcher;
    private volatile long failingMillis;

    public AnalyticsJob(KafkaEnds ends, AnalyticsConfig config) {
        this(ends, config, () -> new TwinForecaster(Twin::predict));
    }

    AnalyticsJob(KafkaEnds ends, AnalyticsConfig config, AdviseFunction.ForecasterFactory forecasters) {
        this.config = config;
        this.topology = new AnalyticsTopology(ends, config, forecasters);
    }

    /** Starts in this process; returns when the job is submitted, see {@link #awaitRunning}. */
    public void start() throws Exception {
        Configuration configuration = configuration();
        // One small process: Flink's defaults of network and managed memory are for a server of its own.
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(16));
        configuration.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(16));
        configuration.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(4));
        start(StreamExecutionEnvironment.createLocalEnvironment(config.parallelism(), configuration));
    }

    /** Starts on the cluster of this environment. */
    public void start(StreamExecutionEnvironment env) throws Exception {
        env.configure(configuration());
        env.enableCheckpointing(config.checkpointInterval().toMillis());
        topology.build(env, System.currentTimeMillis());
        JobClient started = env.executeAsync("sojourn analytics");
        client = started;
        Thread watches = new Thread(() -> watch(started), "analytics-watch");
        watches.setDaemon(true);
        watches.start();
        watcher = watches;
    }

    private Configuration configuration() throws IOException {
        Configuration configuration = new Configuration();
        configuration.set(StateBackendOptions.STATE_BACKEND, "hashmap");
        configuration.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                config.checkpointFolder().toAbsolutePath().toUri().toString());
        configuration.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        configuration.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
        configuration.set(
                RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF, Duration.ofSeconds(30));
        configuration.set(PipelineOptions.GENERIC_TYPES, false);
        Optional<Path> newest = Checkpoints.newest(config.checkpointFolder());
        if (newest.isPresent()) {
            configuration.set(
                    StateRecoveryOptions.SAVEPOINT_PATH,
                    newest.get().toAbsolutePath().toUri().toString());
            // The job owns it from now on, and removes it once it has a newer one.
            configuration.set(StateRecoveryOptions.RESTORE_MODE, RecoveryClaimMode.CLAIM);
        }
        return configuration;
    }

    /** What is wrong with the job, in one line; empty when it runs. */
    public Optional<String> check() {
        @Nullable JobClient running = client;
        if (running == null) {
            return Optional.of("analytics: not started; call start");
        }
        try {
            JobStatus status = running.getJobStatus().get(5, TimeUnit.SECONDS);
            return status == JobStatus.RUNNING
                    ? restartedLately()
                    : Optional.of("analytics: job is " + status + ", should be RUNNING");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.of("analytics: interrupted while asking for the job's status");
        } catch (ExecutionException | TimeoutException | IllegalStateException e) {
            return Optional.of("analytics: the job's status is not known: " + e.getMessage());
        }
    }

    /** A job that fails again and again runs in between: for a minute after a failure that is told. */
    private Optional<String> restartedLately() {
        long agoMillis = System.currentTimeMillis() - failingMillis;
        return agoMillis < FAILURE_TOLD.toMillis()
                ? Optional.of("analytics: the job failed and was started again " + agoMillis / 1_000
                        + " s ago; the log says why")
                : Optional.empty();
    }

    /** Notes when the job was last seen between failure and restart. */
    private void watch(JobClient running) {
        try {
            while (true) {
                JobStatus status = running.getJobStatus().get();
                if (status == JobStatus.RESTARTING || status == JobStatus.FAILING || status == JobStatus.FAILED) {
                    failingMillis = System.currentTimeMillis();
                }
                TimeUnit.SECONDS.sleep(1);
            }
        } catch (InterruptedException | ExecutionException | IllegalStateException e) {
            LOG.debug("no longer watched: {}", e.toString());
        }
    }

    /** Waits until the job runs; its tasks may still be opening. */
    public void awaitRunning(Duration timeout) throws InterruptedException, TimeoutException {
        long deadlineNanos = System.nanoTime() + timeout.toNanos();
        Optional<String> problem = check();
        while (problem.isPresent()) {
            if (System.nanoTime() > deadlineNanos) {
                throw new TimeoutException(problem.get() + "; waited " + timeout);
            }
            TimeUnit.MILLISECONDS.sleep(100);
            problem = check();
        }
    }

    /** Ends the job; the newest checkpoint stays. */
    @Override
    public void close() {
        @Nullable JobClient running = client;
        client = null;
        @Nullable Thread watches = watcher;
        if (watches != null) {
            watches.interrupt();
        }
        if (running == null) {
            return;
        }
        try {
            var unused = running.cancel()
                    .thenCompose(canceled -> running.getJobExecutionResult())
                    .get(CLOSE_TIMEOUT.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            // A canceled job has no result, and one that failed was told of by check: either way it ended.
            LOG.debug("analytics ended", e);
        } catch (TimeoutException e) {
            LOG.warn("analytics: the job did not end within {}; its threads may go on for a while", CLOSE_TIMEOUT);
        }
    }
}
