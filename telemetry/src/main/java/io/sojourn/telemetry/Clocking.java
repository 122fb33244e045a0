// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** Whose time a batch bears. */
public enum Clocking {
    /** The node's clock, which should be that of the world: a batch far from it is refused and named. */
    LIVE,
    /** The time of a recording: it may lie anywhere, and only its own order counts. */
    RECORDED
}
