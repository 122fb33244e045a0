// SPDX-License-Identifier: Apache-2.0
/** Rule counters of nftables. */
@NullMarked
package io.sojourn.collectors.nft;

import org.jspecify.annotations.NullMarked;
