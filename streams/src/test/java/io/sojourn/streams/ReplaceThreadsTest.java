// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.streams.errors.StreamsUncaughtExceptionHandler.StreamThreadExceptionResponse;
import org.junit.jupiter.api.Test;

final class ReplaceThreadsTest {
    private final AtomicLong nowMillis = new AtomicLong(1_000_000);
    private final WindowsCounters counters = new WindowsCounters();
    private final ReplaceThreads replace = new ReplaceThreads(counters, nowMillis::get);

    @Test
    void waitsTwiceAsLongEachTimeUpToThirtySeconds() {
        assertThat(fail()).isEqualTo(1_000);
        assertThat(fail()).isEqualTo(2_000);
        assertThat(fail()).isEqualTo(4_000);
        assertThat(fail()).isEqualTo(8_000);
        assertThat(fail()).isEqualTo(16_000);
        assertThat(fail()).isEqualTo(30_000);
        assertThat(fail()).isEqualTo(30_000);
    }

    @Test
    void beginsAnewAfterAQuietMinuteToTheMillisecond() {
        fail();
        nowMillis.addAndGet(ReplaceThreads.QUIET_MILLIS);
        assertThat(fail()).isEqualTo(2_000);
        nowMillis.addAndGet(ReplaceThreads.QUIET_MILLIS + 1);
        assertThat(fail()).isEqualTo(1_000);
    }

    @Test
    void closedJobReplacesNoThread() {
        replace.close();

        assertThat(replace.handle(new IllegalStateException("gone")))
                .isEqualTo(StreamThreadExceptionResponse.SHUTDOWN_CLIENT);
        assertThat(replace.lastProblem()).isEqualTo("IllegalStateException: gone");
        assertThat(counters.threadsReplaced()).isZero();
    }

    private long fail() {
        return replace.nextWaitMillis(new IllegalStateException("gone"));
    }
}
