// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Which bytes of a packet a rate counts. A rate says nothing without it: 20 Mbit/s is 19.29 or 19.47 of TCP payload.
 *
 * <p>A packet counts as its IP length (RFC 2697 section 2) plus overhead, at least {@code mpuBytes}, and what carrying
 * that in cells or code words costs. Source of the order and of the presets: tc-cake(8), "Manual overhead specification"
 * and below. Exact; a length that no packet has counts as the nearest from 1 to 2^31 - 1.
 *
 * @param overheadBytes added to the IP length, -64 to 256; negative takes away what the caller's length has too much
 * @param mpuBytes least length before cells are counted, 0 to 256 (minimum packet unit)
 */
public record LengthRule(int overheadBytes, int mpuBytes, Cells cells) {
    /** How the link splits what it carries. */
    public enum Cells {
        NONE,
        /** Cells of 53 bytes with 48 of payload, the last one padded (ITU-T I.361): up to twice the length. */
        ATM,
        /** 64b/65b code words (IEEE 802.3 clause 61): one byte more for each 64 begun. */
        PTM
    }

    /** IP header and payload (RFC 2697 section 2). */
    public static final LengthRule IP = new LengthRule(0, 0, Cells.NONE);
    /** Plus the 14 bytes of Ethernet header, no FCS: what Linux qdiscs and Cisco IOS count on Ethernet. */
    public static final LengthRule ETHERNET = new LengthRule(14, 0, Cells.NONE);
    /**
     * Plus header, FCS (4), preamble (8) and inter-frame gap (12), a frame having at least 64: what an Ethernet wire
     * carries (IEEE 802.3). The keyword {@code ethernet} of tc-cake(8) means this one.
     */
    public static final LengthRule ON_WIRE = new LengthRule(38, 84, Cells.NONE);

    private static final Map<String, LengthRule> PRESETS = presets();

    public LengthRule {
        Bounds.within("overheadBytes", overheadBytes, -64, 256);
        Bounds.within("mpuBytes", mpuBytes, 0, 256);
    }

    /** Every preset by the name that a policy file uses, in the order of help texts. */
    public static Map<String, LengthRule> named() {
        return PRESETS;
    }

    public static Optional<LengthRule> named(String name) {
        return Optional.ofNullable(PRESETS.get(name));
    }

    /** Bytes counted for a packet of {@code ipBytes}: 1500 + 40 in ATM cells are 1749, 1530 in PTM code words 1554. */
    public int length(int ipBytes) {
        long lengthBytes = Math.max(Math.max(1, mpuBytes), (long) ipBytes + overheadBytes);
        long countedBytes =
                switch (cells) {
                    case NONE -> lengthBytes;
                    case ATM -> (lengthBytes + 47) / 48 * 53;
                    case PTM -> lengthBytes + (lengthBytes + 63) / 64;
                };
        return (int) Math.min(Integer.MAX_VALUE, countedBytes);
    }

    private static Map<String, LengthRule> presets() {
        Map<String, LengthRule> presets = new LinkedHashMap<>();
        presets.put("ip", IP);
        presets.put("ethernet", ETHERNET);
        presets.put("ethernet-fcs", new LengthRule(18, 64, Cells.NONE));
        presets.put("on-wire", ON_WIRE);
        presets.put("on-wire-vlan", new LengthRule(42, 84, Cells.NONE));
        presets.put("docsis", new LengthRule(18, 64, Cells.NONE));
        presets.put("pppoe-ptm", new LengthRule(30, 0, Cells.PTM));
        presets.put("bridged-ptm", new LengthRule(22, 0, Cells.PTM));
        presets.put("ipoa-vcmux", new LengthRule(8, 0, Cells.ATM));
        presets.put("ipoa-llcsnap", new LengthRule(16, 0, Cells.ATM));
        presets.put("bridged-vcmux", new LengthRule(24, 0, Cells.ATM));
        presets.put("bridged-llcsnap", new LengthRule(32, 0, Cells.ATM));
        presets.put("pppoa-vcmux", new LengthRule(10, 0, Cells.ATM));
        presets.put("pppoa-llc", new LengthRule(14, 0, Cells.ATM));
        presets.put("pppoe-vcmux", new LengthRule(32, 0, Cells.ATM));
        presets.put("pppoe-llcsnap", new LengthRule(40, 0, Cells.ATM));
        presets.put("conservative", new LengthRule(48, 0, Cells.ATM));
        return Collections.unmodifiableMap(presets);
    }
}
