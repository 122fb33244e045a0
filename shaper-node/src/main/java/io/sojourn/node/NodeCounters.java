// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

/**
 * What a node did since its start.
 *
 * @param packets read from its source
 * @param unmatchedPackets of them, those that no queue takes: they pass and are counted nowhere else
 * @param unmatchedBytes their IP lengths
 * @param reorderedPackets of them, those whose time lay before that of the packet before: taken as simultaneous
 * @param timeJumps steps of the source's clock that were too large to be traffic
 * @param passes begun
 * @param batches handed to the sink
 * @param appliedSettings answered as applied
 * @param refusedSettings answered as refused
 */
public record NodeCounters(
        long packets,
        long unmatchedPackets,
        long unmatchedBytes,
        long reorderedPackets,
        long timeJumps,
        long passes,
        long batches,
        long appliedSettings,
        long refusedSettings) {}
