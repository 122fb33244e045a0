// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

/** A world whose time passes only while somebody sleeps. */
final class FakeClock implements NodeClock {
    static final long START_MILLIS = 1_800_000_000_000L;

    private long nanos;
    private Runnable onSleep = () -> {};

    @Override
    public long nanoTime() {
        return nanos;
    }

    @Override
    public long epochMillis() {
        return START_MILLIS + nanos / 1_000_000;
    }

    @Override
    public void sleepNanos(long sleptNanos) {
        nanos += sleptNanos;
        onSleep.run();
    }

    void onSleep(Runnable action) {
        onSleep = action;
    }
}
