// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.launcher.process.Refusal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import java.util.function.Supplier;

/** Does independent work on all cores. Results come in the order of the work, whatever is done first. */
public final class Cores {
    private Cores() {}

    /** @param done told after each piece how many are done */
    public static <T> List<T> each(List<Supplier<T>> work, IntConsumer done) throws InterruptedException {
        int threads = Math.max(1, Math.min(work.size(), Runtime.getRuntime().availableProcessors()));
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            ExecutorCompletionService<T> ended = new ExecutorCompletionService<>(pool);
            List<Future<T>> futures = new ArrayList<>();
            work.forEach(piece -> futures.add(ended.submit(piece::get)));
            for (int i = 0; i < work.size(); i++) {
                result(ended.take());
                done.accept(i + 1);
            }
            List<T> results = new ArrayList<>();
            for (Future<T> future : futures) {
                results.add(result(future));
            }
            return results;
        } finally {
            pool.shutdownNow();
        }
    }

    private static <T> T result(Future<T> future) throws InterruptedException {
        try {
            return future.get();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            if (e.getCause() instanceof OutOfMemoryError) {
                throw Refusal.missing("a run does not fit in the memory that Java may take, "
                        + Runtime.getRuntime().maxMemory() / 1_000_000 + " MB; run shorter, give lines a limit, or give"
                        + " it more: JAVA_TOOL_OPTIONS=-Xmx8g");
            }
            throw new IllegalStateException(e.getCause());
        }
    }
}
