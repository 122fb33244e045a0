// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** What a node did with a setting. */
public enum Outcome {
    APPLIED,
    REFUSED,
    REVERTED
}
