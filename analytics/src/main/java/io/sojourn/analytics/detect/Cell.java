// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

/**
 * What passed and what was lost from {@code startMicros} on, for the width of the {@link Cells} that hold it.
 *
 * @param startMicros Unix epoch
 */
public record Cell(long startMicros, long passedPackets, long passedBytes, long lostPackets, long lostBytes) {}
