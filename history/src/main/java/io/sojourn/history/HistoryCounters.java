// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import org.jspecify.annotations.Nullable;

/**
 * What the writer did since it was started.
 *
 * @param writtenPoints points the store took; one record makes one point, a flow window several
 * @param retries writes that failed because the store was away, each tried again
 * @param rejected records that could not be read, and points the store refused; each is in {@code rejects}, but for
 *     those that came from there
 * @param expired points older than the retention, left out
 * @param waiting points read and not yet written
 * @param problem why nothing is being written at the moment; null when it goes well
 */
public record HistoryCounters(
        long writtenPoints,
        long retries,
        long rejected,
        long expired,
        long waiting,
        @Nullable String problem) {}
