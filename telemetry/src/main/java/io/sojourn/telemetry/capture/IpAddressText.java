// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

/** IP addresses as RFC 5952 writes them. */
public final class IpAddressText {
    private static final int GROUPS = 8;

    private IpAddressText() {}

    /**
     * @param version 4 or 6
     * @param high upper 64 bits, unused for IPv4
     * @param low lower 64 bits; for IPv4 its lower 32
     */
    public static String of(int version, long high, long low) {
        return version == 4 ? version4(low) : version6(high, low);
    }

    private static String version4(long address) {
        return (address >>> 24 & 0xff) + "." + (address >>> 16 & 0xff) + "." + (address >>> 8 & 0xff) + "."
                + (address & 0xff);
    }

    private static String version6(long high, long low) {
        int[] groups = new int[GROUPS];
        for (int i = 0; i < GROUPS; i++) {
            groups[i] = (int) ((i < 4 ? high : low) >>> (48 - 16 * (i % 4)) & 0xffff);
        }
        int longest = 1;
        int start = -1;
        for (int i = 0; i < GROUPS; i++) {
            int zeros = zeros(groups, i);
            if (zeros > longest) {
                longest = zeros;
                start = i;
            }
        }
        return start < 0
                ? joined(groups, 0, GROUPS)
                : joined(groups, 0, start) + "::" + joined(groups, start + longest, GROUPS);
    }

    private static int zeros(int[] groups, int from) {
        int at = from;
        while (at < GROUPS && groups[at] == 0) {
            at++;
        }
        return at - from;
    }

    private static String joined(int[] groups, int from, int to) {
        StringBuilder text = new StringBuilder();
        for (int i = from; i < to; i++) {
            text.append(i == from ? "" : ":").append(Integer.toHexString(groups[i]));
        }
        return text.toString();
    }
}
