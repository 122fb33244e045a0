// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** How records are written. Any consumer can read JSON; Smile is the same tree in binary, about a fifth smaller. */
public enum WireFormat {
    JSON,
    SMILE
}
