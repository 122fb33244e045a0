// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import io.sojourn.analytics.advise.Advisor;
import io.sojourn.analytics.advise.Forecaster;
import io.sojourn.telemetry.Recommendation;
import java.io.Serializable;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;

/**
 * Findings to recommendations, on a thread of its own: a prediction takes about a second of computing, and findings
 * must not wait for it.
 */
final class AdviseFunction extends RichAsyncFunction<Diagnosis, Recommendation> {
    private static final long serialVersionUID = 1L;

    /** A forecaster that Flink can ship. */
    interface ForecasterFactory extends Supplier<Forecaster>, Serializable {}

    private final ForecasterFactory forecasters;
    private transient ExecutorService executor;
    private transient Advisor advisor;

    AdviseFunction(ForecasterFactory forecasters) {
        this.forecasters = forecasters;
    }

    @Override
    public void open(OpenContext context) {
        advisor = new Advisor(forecasters.get());
        executor = Executors.newSingleThreadExecutor(task -> {
            Thread thread = new Thread(task, "sojourn-advise");
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public void asyncInvoke(Diagnosis diagnosis, ResultFuture<Recommendation> result) {
        var unused = executor.submit(() -> answer(diagnosis, result));
    }

    private void answer(Diagnosis diagnosis, ResultFuture<Recommendation> result) {
        try {
            result.complete(advisor.recommend(diagnosis.finding(), diagnosis.settings(), diagnosis.advice())
                    .map(List::of)
                    .orElse(List.of()));
        } catch (RuntimeException e) {
            result.completeExceptionally(e);
        }
    }

    @Override
    public void close() throws InterruptedException {
        if (executor != null) {
            executor.shutdownNow();
            var unused = executor.awaitTermination(1, TimeUnit.SECONDS);
        }
    }
}
