// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What becomes of yellow and of red packets; green ones pass as they are.
 *
 * <p>Source: RFC 2697 section 4: "The Marker reflects the metering result by setting the DS field of the packet to a
 * particular codepoint. In case of the AF PHB, the color can be coded as the drop precedence of the packet."
 */
final class Marking {
    static final Parameter YELLOW_ACTION =
            Parameter.word("yellowAction", List.of("remark", "pass", "drop"), "what becomes of yellow packets");
    static final Parameter YELLOW_DSCP = Parameter.optional(
            "yellowDscp", Unit.COUNT, 0, 63, "code point of yellow packets; by default AFx2 for AF, else unchanged");
    static final Parameter RED_ACTION =
            Parameter.word("redAction", List.of("drop", "remark", "pass"), "what becomes of red packets");
    static final Parameter RED_DSCP = Parameter.optional(
            "redDscp", Unit.COUNT, 0, 63, "code point of red packets; by default AFx3 for AF, else unchanged");

    /** In the order of help texts. */
    static final List<Parameter> PARAMETERS = List.of(YELLOW_ACTION, YELLOW_DSCP, RED_ACTION, RED_DSCP);

    private static final int DROP = -1;
    private static final int PASS = -2;
    private static final int REMARK_ASSURED = -3;

    private final PacketStore packets;
    /** A code point, or one of the constants above. */
    private final int yellow;

    private final int red;

    Marking(Settings settings, PacketStore packets) {
        this.packets = packets;
        yellow = action(settings, YELLOW_ACTION, YELLOW_DSCP);
        red = action(settings, RED_ACTION, RED_DSCP);
    }

    /** The cause for which the packet is to be dropped; null lets it pass, remarked if need be. */
    @Nullable
    DropCause apply(int packet, Color color) {
        if (color == Color.GREEN) {
            return null;
        }
        int action = color == Color.YELLOW ? yellow : red;
        if (action == DROP) {
            return DropCause.POLICED;
        }
        if (action >= 0) {
            packets.setDscp(packet, action);
        } else if (action == REMARK_ASSURED && Color.isAssured(packets.dscp(packet))) {
            packets.setDscp(packet, color.assured(packets.dscp(packet)));
        }
        return null;
    }

    static List<Problem> problems(Settings settings) {
        return Stream.of(unused(settings, YELLOW_ACTION, YELLOW_DSCP), unused(settings, RED_ACTION, RED_DSCP))
                .flatMap(Optional::stream)
                .toList();
    }

    /** A code point that no packet will get. */
    static Optional<Problem> unused(Settings settings, Parameter action, Parameter dscp) {
        if (!settings.has(dscp)
                || !settings.has(action)
                || word(settings, action).equals("remark")) {
            return Optional.empty();
        }
        return Optional.of(new Problem(
                dscp.name(),
                Long.toString(settings.value(dscp)),
                "left out while " + action.name() + " is " + word(settings, action),
                "set " + action.name() + " to remark, or leave " + dscp.name() + " out"));
    }

    static String word(Settings settings, Parameter parameter) {
        return parameter.words().get(settings.intValue(parameter));
    }

    private static int action(Settings settings, Parameter action, Parameter dscp) {
        return switch (word(settings, action)) {
            case "drop" -> DROP;
            case "pass" -> PASS;
            default -> settings.has(dscp) ? settings.intValue(dscp) : REMARK_ASSURED;
        };
    }
}
