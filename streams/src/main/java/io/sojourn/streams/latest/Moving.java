// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.latest;

/** Nobody can answer now: the node's partition moves, the instance that has it is away, or the job does not run. Ask again. */
public final class Moving extends Exception {
    private static final long serialVersionUID = 1L;

    public Moving(String why) {
        super(why);
    }
}
