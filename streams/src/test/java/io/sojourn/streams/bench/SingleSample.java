// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.QueueSample;

/** One queue's part of a batch as a record of its own, for the topology of the library. */
record SingleSample(String node, long startMillis, long endMillis, QueueSample sample) {}
