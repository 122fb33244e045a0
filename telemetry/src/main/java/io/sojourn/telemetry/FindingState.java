// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** Where a finding is in its life. */
public enum FindingState {
    OPENED,
    UPDATED,
    CLOSED
}
