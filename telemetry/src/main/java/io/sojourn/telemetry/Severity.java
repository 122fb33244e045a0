// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** How loudly an incident is told. */
public enum Severity {
    INFO,
    TICKET,
    PAGE
}
