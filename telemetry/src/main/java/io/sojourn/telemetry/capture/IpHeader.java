// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

/** IPv4 (RFC 791), or IPv6 (RFC 8200) with extension headers. A holder to be used again, see {@link PacketHeader}. */
final class IpHeader {
    private static final int VERSION_4_BYTES = 20;
    private static final int VERSION_6_BYTES = 40;
    private static final int EXTENSION_LIMIT = 8;

    private int version;
    private int headerBytes;
    private long lengthBytes;
    private int trafficClass;
    private int identification;
    private boolean fragment;
    private boolean laterFragment;
    private int protocol;
    private long sourceHigh;
    private long sourceLow;
    private long destinationHigh;
    private long destinationLow;

    /** Forgets what says how to go on. */
    void clear() {
        fragment = false;
        laterFragment = false;
        protocol = 0;
    }

    /**
     * @param at where the header begins
     * @param captured bytes that are there
     * @param original bytes of the frame on the link
     */
    Decoding decode(byte[] bytes, int at, int captured, int original) {
        if (captured <= at) {
            return Decoding.CUT_SHORT;
        }
        version = (bytes[at] & 0xf0) >> 4;
        return switch (version) {
            case 4 -> version4(bytes, at, captured, original);
            case 6 -> version6(bytes, at, captured, original);
            default -> Decoding.MALFORMED;
        };
    }

    private Decoding version4(byte[] bytes, int at, int captured, int original) {
        if (captured < at + VERSION_4_BYTES) {
            return Decoding.CUT_SHORT;
        }
        headerBytes = (bytes[at] & 0x0f) * 4;
        trafficClass = bytes[at + 1] & 0xff;
        int total = Bytes.unsignedShort(bytes, at + 2);
        lengthBytes = total == 0 ? original - at : total;
        identification = Bytes.unsignedShort(bytes, at + 4);
        int fragmentField = Bytes.unsignedShort(bytes, at + 6);
        fragment = (fragmentField & 0x3fff) != 0;
        laterFragment = (fragmentField & 0x1fff) != 0;
        protocol = bytes[at + 9] & 0xff;
        sourceHigh = 0;
        destinationHigh = 0;
        sourceLow = Bytes.integer(bytes, at + 12) & 0xffff_ffffL;
        destinationLow = Bytes.integer(bytes, at + 16) & 0xffff_ffffL;
        return headerBytes < VERSION_4_BYTES || lengthBytes < headerBytes ? Decoding.MALFORMED : Decoding.IP;
    }

    private Decoding version6(byte[] bytes, int at, int captured, int original) {
        if (captured < at + VERSION_6_BYTES) {
            return Decoding.CUT_SHORT;
        }
        trafficClass = Bytes.unsignedShort(bytes, at) >> 4 & 0xff;
        int payload = Bytes.unsignedShort(bytes, at + 4);
        lengthBytes = payload == 0 ? original - at : VERSION_6_BYTES + payload;
        identification = 0;
        sourceHigh = Bytes.longInteger(bytes, at + 8);
        sourceLow = Bytes.longInteger(bytes, at + 16);
        destinationHigh = Bytes.longInteger(bytes, at + 24);
        destinationLow = Bytes.longInteger(bytes, at + 32);
        headerBytes = VERSION_6_BYTES;
        protocol = bytes[at + 6] & 0xff;
        return lengthBytes < VERSION_6_BYTES ? Decoding.MALFORMED : extensions(bytes, at, captured);
    }

    /** RFC 8200 section 4; lengths are in 8-byte units but for the authentication header (RFC 4302: 4-byte units). */
    private Decoding extensions(byte[] bytes, int at, int captured) {
        for (int i = 0; i < EXTENSION_LIMIT && IpProtocol.isExtension(protocol) && !laterFragment; i++) {
            int here = at + headerBytes;
            if (captured < here + 8) {
                return Decoding.CUT_SHORT;
            }
            int units = bytes[here + 1] & 0xff;
            int extensionBytes =
                    switch (protocol) {
                        case IpProtocol.FRAGMENT -> 8;
                        case IpProtocol.AUTHENTICATION -> (units + 2) * 4;
                        default -> (units + 1) * 8;
                    };
            if (protocol == IpProtocol.FRAGMENT) {
                int fragmentField = Bytes.unsignedShort(bytes, here + 2);
                fragment = (fragmentField & 0xfff9) != 0;
                laterFragment = (fragmentField & 0xfff8) != 0;
                identification = Bytes.unsignedShort(bytes, here + 6);
            }
            protocol = bytes[here] & 0xff;
            headerBytes += extensionBytes;
            if (headerBytes > lengthBytes) {
                return Decoding.MALFORMED;
            }
        }
        return Decoding.IP;
    }

    int version() {
        return version;
    }

    /** Extension headers included. */
    int headerBytes() {
        return headerBytes;
    }

    /** Header and payload. */
    long lengthBytes() {
        return lengthBytes;
    }

    int trafficClass() {
        return trafficClass;
    }

    int identification() {
        return identification;
    }

    boolean isFragment() {
        return fragment;
    }

    boolean isLaterFragment() {
        return laterFragment;
    }

    int protocol() {
        return protocol;
    }

    long sourceHigh() {
        return sourceHigh;
    }

    long sourceLow() {
        return sourceLow;
    }

    long destinationHigh() {
        return destinationHigh;
    }

    long destinationLow() {
        return destinationLow;
    }
}
