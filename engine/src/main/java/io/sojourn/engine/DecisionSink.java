// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/** Told what becomes of packets that had been waiting when their queue was changed. */
@FunctionalInterface
public interface DecisionSink {
    /**
     * @param decision as {@link Conditioner#offer} would have said: the caller sends what is forwarded and lets go of
     *     what is dropped
     */
    void decided(long handle, Decision decision);
}
