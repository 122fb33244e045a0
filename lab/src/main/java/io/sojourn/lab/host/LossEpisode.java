// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.host;

/** Whether a sender mends a loss: from when it is found until all that was sent by then is acknowledged. */
final class LossEpisode {
    private boolean recovering;
    private boolean timedOut;
    private long end;

    boolean isOver() {
        return !recovering && !timedOut;
    }

    /** A loss was found by acknowledgments. */
    boolean isRecovering() {
        return recovering;
    }

    /** @param next first segment not sent yet */
    void recover(long next) {
        recovering = true;
        end = next;
    }

    /** @param next first segment not sent yet */
    void timedOut(long next) {
        recovering = false;
        timedOut = true;
        end = next;
    }

    void advanced(long unacknowledged) {
        if (unacknowledged >= end) {
            end();
        }
    }

    void end() {
        recovering = false;
        timedOut = false;
    }
}
