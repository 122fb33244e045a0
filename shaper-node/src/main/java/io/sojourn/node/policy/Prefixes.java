// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.classify.Prefix;
import io.sojourn.node.yaml.Mended;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.capture.IpAddressText;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.regex.Pattern;

/**
 * Reads address prefixes: RFC 4632 section 3.1 for IPv4, RFC 4291 section 2.3 for IPv6. A bare address is a prefix of its
 * whole length. Bits after the length must be 0, so that what is written is what matches.
 */
public final class Prefixes {
    private static final String BOUND = "an address and a length, as 10.77.2.0/24 or 2001:db8::/32";
    private static final Pattern OCTET = Pattern.compile("0|[1-9][0-9]{0,2}");
    private static final Pattern V6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");
    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,3}");

    private Prefixes() {}

    public static Prefix parse(String field, String text) {
        int slash = text.indexOf('/');
        String address = slash < 0 ? text : text.substring(0, slash);
        byte[] bytes = address.indexOf(':') >= 0 ? v6(field, text, address) : v4(field, text, address);
        int widthBits = bytes.length * 8;
        int lengthBits = slash < 0 ? widthBits : length(field, text, text.substring(slash + 1), widthBits);
        try {
            return of(bytes, lengthBits);
        } catch (IllegalArgumentException bitsPastTheLength) {
            throw new Mended(
                    text,
                    "0 in every bit after the first " + lengthBits,
                    "write " + text(of(masked(bytes, lengthBits), lengthBits)) + ", or " + text(of(bytes, widthBits))
                            + " for the one address");
        }
    }

    /** As {@link #parse} reads it. */
    static String text(Prefix prefix) {
        int widthBits = prefix.ipVersion() == 4 ? 32 : 128;
        String address = IpAddressText.of(prefix.ipVersion(), prefix.high(), prefix.low());
        return prefix.lengthBits() == widthBits ? address : address + "/" + prefix.lengthBits();
    }

    private static byte[] masked(byte[] bytes, int lengthBits) {
        byte[] masked = bytes.clone();
        for (int bit = lengthBits; bit < bytes.length * 8; bit++) {
            masked[bit / 8] &= (byte) ~(0x80 >> bit % 8);
        }
        return masked;
    }

    private static Prefix of(byte[] bytes, int lengthBits) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        return bytes.length == 4
                ? new Prefix(4, 0, buffer.getInt() & 0xFFFF_FFFFL, lengthBits)
                : new Prefix(6, buffer.getLong(), buffer.getLong(), lengthBits);
    }

    private static byte[] v4(String field, String text, String address) {
        String[] octets = address.split("\\.", -1);
        byte[] bytes = new byte[4];
        for (int i = 0; i < 4; i++) {
            boolean number = octets.length == 4 && OCTET.matcher(octets[i]).matches();
            if (!number || Integer.parseInt(octets[i]) > 255) {
                throw new OutOfRange(field, text, BOUND);
            }
            bytes[i] = (byte) Integer.parseInt(octets[i]);
        }
        return bytes;
    }

    private static byte[] v6(String field, String text, String address) {
        try {
            // With a colon in it the text is read as a literal: no name is ever looked up.
            byte[] bytes = V6.matcher(address).matches()
                    ? InetAddress.getByName(address).getAddress()
                    : new byte[0];
            if (bytes.length == 16) {
                return bytes;
            }
        } catch (UnknownHostException notAnAddress) {
            throw new OutOfRange(field, text, BOUND);
        }
        throw new OutOfRange(field, text, BOUND);
    }

    private static int length(String field, String text, String digits, int widthBits) {
        if (!LENGTH.matcher(digits).matches() || Integer.parseInt(digits) > widthBits) {
            throw new OutOfRange(field, text, "a prefix length from 0 to " + widthBits);
        }
        return Integer.parseInt(digits);
    }
}
