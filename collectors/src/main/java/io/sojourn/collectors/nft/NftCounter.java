// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.nft;

/**
 * A counter in a rule, a running total.
 *
 * @param rule its comment, or "chain#handle"
 * @param bytes IP length, no link header
 * @param policer the rule counts what it drops for being over a rate: it has a {@code limit}, or its comment says
 *     "exceed" because another meter marked the packets; a counter in any other dropping rule is a firewall's
 */
public record NftCounter(String rule, long packets, long bytes, boolean policer) {}
