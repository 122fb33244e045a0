// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.measure;

/** A value that stays until it is changed, in an envelope: steps without a change have it too. It is 0 at first. */
final class Level {
    private final Envelope envelope;
    private long value;
    private int filled = -1;

    Level(Steps steps) {
        this.envelope = new Envelope(steps);
    }

    long value() {
        return value;
    }

    void set(long next, long nowNanos) {
        int step = envelope.steps().at(nowNanos);
        fill(step);
        value = next;
        envelope.put(next, step);
    }

    /** The value has stayed since the step filled last. */
    private void fill(int step) {
        for (; filled < step; filled++) {
            envelope.put(value, filled + 1);
        }
    }

    Envelope untilEnd() {
        fill(envelope.steps().count());
        return envelope;
    }
}
