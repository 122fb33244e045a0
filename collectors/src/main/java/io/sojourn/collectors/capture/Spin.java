// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

/** What the spin bit of a QUIC flow does (RFC 9000 section 17.4: it may be constant, or random, instead). */
public enum Spin {
    /** No QUIC, or too few packets to tell. */
    UNKNOWN,
    /** It spins: the round-trip times are from it. */
    SPINS,
    /** Constant. */
    CONSTANT,
    /** It changes too often to be one change a round trip. */
    RANDOM
}
