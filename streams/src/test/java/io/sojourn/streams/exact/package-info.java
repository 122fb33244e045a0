// SPDX-License-Identifier: Apache-2.0
/**
 * Windows a second way: made-up samples with everything that goes wrong on a network, and a reference that computes each
 * window from its definition. It shares no code with the fold.
 */
package io.sojourn.streams.exact;
