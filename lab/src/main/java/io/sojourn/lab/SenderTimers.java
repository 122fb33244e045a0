// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

/**
 * The timers of one sender.
 *
 * @param timeout RFC 6298
 * @param reordering RFC 8985, section 6.3
 * @param probe RFC 8985, section 7.2
 * @param application when it has the next segment
 */
record SenderTimers(Timer timeout, Timer reordering, Timer probe, Timer application) {}
