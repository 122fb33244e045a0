// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

/**
 * What a discipline finds around it.
 *
 * @param packets the store in which its packets are
 * @param fate told what becomes of packets that it does not send
 * @param seed of everything that is random or hashed in it: the same seed and packets give the same decisions
 */
public record Surroundings(PacketStore packets, PacketFate fate, long seed) {}
