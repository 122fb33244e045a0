// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import io.sojourn.telemetry.QueueSettings;

/**
 * One queue of a device at one moment.
 *
 * @param queue the device, or device:class where a device has several
 * @param identity changes when the kernel's object was replaced: its counters then began at 0
 * @param counters running totals and levels
 */
public record QueueReading(String queue, String identity, QueueSettings settings, TcCounters counters) {}
