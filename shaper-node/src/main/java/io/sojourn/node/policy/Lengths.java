// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.LengthRule;
import io.sojourn.node.yaml.YamlSection;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.OutOfRange;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The key {@code lengthAccounting}: which bytes of a packet rates count.
 *
 * @param written as it stands in the file
 */
record Lengths(LengthRule rule, String written) {
    private static final Map<String, LengthRule.Cells> CELLS =
            Map.of("none", LengthRule.Cells.NONE, "atm", LengthRule.Cells.ATM, "ptm", LengthRule.Cells.PTM);
    private static final Set<String> KEYS = Set.of("overhead", "mpu", "cell");
    private static final Pattern BYTES = Pattern.compile("(-?[0-9]{1,4})B?");
    private static final int FULL_PACKET_BYTES = 1_500;

    static final Lengths ETHERNET = new Lengths(LengthRule.ETHERNET, "ethernet");

    /** What a file's key says; Ethernet where it is not there or is wrong. */
    static Lengths read(YamlSection top) {
        YamlSection section = top.isWord("lengthAccounting") ? null : top.section("lengthAccounting");
        if (section == null) {
            Lengths named = top.value("lengthAccounting", "write ip, ethernet or on-wire", Lengths::preset);
            return named == null ? ETHERNET : named;
        }
        section.allow(KEYS);
        Integer overhead = section.required("overhead", "write it as 18", (field, text) -> bytes(field, text, -64));
        Integer mpu = section.value("mpu", "write it as 64", (field, text) -> bytes(field, text, 0));
        LengthRule.Cells cells = section.value("cell", "write none, atm or ptm", Lengths::cells);
        if (overhead == null) {
            return ETHERNET;
        }
        LengthRule rule =
                new LengthRule(overhead, mpu == null ? 0 : mpu, cells == null ? LengthRule.Cells.NONE : cells);
        return new Lengths(rule, section.written());
    }

    /** A full IP packet of 1500 bytes as rates count it. */
    int mtuBytes() {
        return rule.length(FULL_PACKET_BYTES);
    }

    /** The nearest of the three that the wire has words for, by what a full packet counts. */
    LengthAccounting onWire() {
        LengthAccounting nearest = LengthAccounting.IP;
        for (LengthAccounting candidate : LengthAccounting.values()) {
            if (distance(candidate) < distance(nearest)) {
                nearest = candidate;
            }
        }
        return nearest;
    }

    private int distance(LengthAccounting accounting) {
        return Math.abs(FULL_PACKET_BYTES + accounting.overheadBytes() - mtuBytes());
    }

    private static Lengths preset(String field, String text) {
        Optional<LengthRule> named = LengthRule.named(text.toLowerCase(Locale.ROOT));
        if (named.isEmpty()) {
            throw new OutOfRange(
                    field,
                    text,
                    "one of " + String.join(", ", LengthRule.named().keySet()) + ", or overhead, mpu and cell");
        }
        return new Lengths(named.get(), text);
    }

    private static Integer bytes(String field, String text, int least) {
        var matcher = BYTES.matcher(text);
        if (!matcher.matches()) {
            throw new OutOfRange(field, text, "bytes, from " + least + " to 256");
        }
        int value = Integer.parseInt(matcher.group(1));
        if (value < least || value > 256) {
            throw new OutOfRange(field, text, "bytes, from " + least + " to 256");
        }
        return value;
    }

    private static LengthRule.Cells cells(String field, String text) {
        LengthRule.@Nullable Cells known = CELLS.get(text);
        if (known == null) {
            throw new OutOfRange(field, text, "none, atm or ptm");
        }
        return known;
    }
}
