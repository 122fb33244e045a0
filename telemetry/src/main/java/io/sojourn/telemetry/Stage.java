// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** Whether a window may still change. */
public enum Stage {
    /** So far: for live views, never for accounting. A later one or the final one takes its place. */
    EARLY,
    /** Closed. There is one a window. */
    FINAL
}
