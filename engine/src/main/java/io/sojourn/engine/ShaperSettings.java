// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/**
 * How a shaper is set.
 *
 * @param rateBitsPerSecond CIR, 1 to 10^12
 * @param depthBytes burst (CBS), 1 to 2^30; must hold the largest packet, longer ones are dropped
 */
public record ShaperSettings(long rateBitsPerSecond, long depthBytes, QueueLimit limit) {}
