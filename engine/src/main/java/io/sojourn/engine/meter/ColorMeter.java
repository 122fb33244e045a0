// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

import io.sojourn.engine.Conditioning;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A meter of three colors and what becomes of each. Color-blind, it takes every packet for green beforehand, which gives
 * the color-blind rules of RFC 2697, 2698 and 4115 from their color-aware ones; color-aware, it goes by the code point.
 */
abstract class ColorMeter implements Conditioning {
    static final Parameter AWARE = Parameter.onOff(
            "aware", false, "goes by the color the packet has: AFx1 and all but AF green, AFx2 yellow, AFx3 red");

    private final PacketStore packets;
    private Marking marking;
    private boolean aware;

    ColorMeter(Settings settings, Surroundings around) {
        packets = around.packets();
        marking = new Marking(settings, packets);
        aware = settings.isOn(AWARE);
    }

    /** The packet's color; takes the credit that goes with it. */
    abstract Color meter(int lengthBytes, Color before, long nowNanos);

    /** Rates and depths only. */
    abstract void configureBuckets(Settings settings, long nowNanos);

    @Override
    public final @Nullable DropCause condition(int packet, long nowNanos) {
        Color before = aware ? Color.ofDscp(packets.dscp(packet)) : Color.GREEN;
        return marking.apply(packet, meter(packets.lengthBytes(packet), before, nowNanos));
    }

    @Override
    public final void configure(Settings settings, long nowNanos) {
        configureBuckets(settings, nowNanos);
        marking = new Marking(settings, packets);
        aware = settings.isOn(AWARE);
    }

    /** The meter's own and those of all meters of three colors. */
    static List<Parameter> parameters(Parameter... own) {
        return Stream.of(Stream.of(own), Stream.of(AWARE), Marking.PARAMETERS.stream())
                .flatMap(parameters -> parameters)
                .toList();
    }
}
