// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.classify;

/**
 * An address prefix. Addresses are two words as in {@link PacketFields}.
 *
 * @param ipVersion 4 or 6
 * @param lengthBits 0 to 32, or 0 to 128
 */
public record Prefix(int ipVersion, long high, long low, int lengthBits) {
    private static final int V4_BITS = 32;
    private static final int V6_BITS = 128;

    /** @throws IllegalArgumentException when a bit past the length is set or the length does not fit the version */
    public Prefix {
        int bits = bits(ipVersion);
        if (lengthBits < 0 || lengthBits > bits) {
            throw new IllegalArgumentException("lengthBits=" + lengthBits + " is not from 0 to " + bits);
        }
        if ((high & ~highMask(ipVersion, lengthBits)) != 0 || (low & ~lowMask(ipVersion, lengthBits)) != 0) {
            throw new IllegalArgumentException("bits are set past the prefix length of " + lengthBits);
        }
    }

    public boolean contains(int version, long addressHigh, long addressLow) {
        return version == ipVersion
                && (addressHigh & highMask(ipVersion, lengthBits)) == high
                && (addressLow & lowMask(ipVersion, lengthBits)) == low;
    }

    public boolean covers(Prefix other) {
        return other.lengthBits >= lengthBits && contains(other.ipVersion, other.high, other.low);
    }

    long lastHigh() {
        return high | ~highMask(ipVersion, lengthBits);
    }

    long lastLow() {
        long all = ipVersion == 4 ? 0xffff_ffffL : -1L;
        return low | (~lowMask(ipVersion, lengthBits) & all);
    }

    private static int bits(int ipVersion) {
        if (ipVersion != 4 && ipVersion != 6) {
            throw new IllegalArgumentException("ipVersion=" + ipVersion + " is not 4 or 6");
        }
        return ipVersion == 4 ? V4_BITS : V6_BITS;
    }

    private static long highMask(int ipVersion, int lengthBits) {
        return ipVersion == 4 ? -1L : ones(Math.min(64, lengthBits));
    }

    private static long lowMask(int ipVersion, int lengthBits) {
        return ipVersion == 4 ? ones(lengthBits + 32) : ones(Math.max(0, lengthBits - 64));
    }

    /** The first so many bits of 64. */
    private static long ones(int bits) {
        return bits == 0 ? 0 : -1L << (64 - bits);
    }
}
