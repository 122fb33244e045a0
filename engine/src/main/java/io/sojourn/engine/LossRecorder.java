// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/** Told the level of the bucket at each policed packet. A level below one packet at every loss is a policer's mark. */
@FunctionalInterface
public interface LossRecorder {
    /** Keeps nothing. */
    LossRecorder NONE = (levelBytes, nowNanos) -> {};

    /** @param levelBytes whole bytes of credit in the bucket that the packet did not fit */
    void policed(long levelBytes, long nowNanos);
}
