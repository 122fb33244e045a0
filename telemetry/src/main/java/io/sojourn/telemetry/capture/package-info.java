// SPDX-License-Identifier: Apache-2.0
/** Packet captures: files to packets, packets to headers. In constant memory, without allocation per packet. */
@NullMarked
package io.sojourn.telemetry.capture;

import org.jspecify.annotations.NullMarked;
