// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

import io.sojourn.engine.Conditioning;
import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.TokenBucket;
import io.sojourn.engine.Unit;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A policer: what the token bucket covers passes, the excess is dropped or gets another code point.
 *
 * <p>Source: RFC 3290 section 5.1.3 (two-parameter token bucket meter, strict conformance: the bucket has to cover the
 * whole packet) with an absolute dropper or a DSCP marker behind it. Exact, see {@link TokenBucket}.
 */
public final class TwoColorPolicer implements Conditioning {
    private static final Parameter EXCESS_ACTION =
            Parameter.word("excessAction", List.of("drop", "remark"), "what becomes of packets in excess");
    private static final Parameter EXCESS_DSCP =
            Parameter.optional("excessDscp", Unit.COUNT, 0, 63, "code point of packets in excess, with remark");

    public static final DisciplineType.MeterType TYPE = new DisciplineType.MeterType(
            "policer",
            "https://www.rfc-editor.org/rfc/rfc3290#section-5.1.3",
            "one token bucket; drops or remarks what it does not cover",
            List.of(Rates.RATE, Rates.BURST, EXCESS_ACTION, EXCESS_DSCP),
            TwoColorPolicer::problems,
            TwoColorPolicer::new);

    private static final int DROP = -1;

    private final PacketStore packets;
    private final TokenBucket bucket;
    private int excessDscp;

    public TwoColorPolicer(Settings settings, Surroundings around) {
        packets = around.packets();
        bucket = new TokenBucket(settings.value(Rates.RATE), settings.value(Rates.BURST));
        excessDscp = excessDscp(settings);
    }

    @Override
    public @Nullable DropCause condition(int packet, long nowNanos) {
        if (bucket.conforms(packets.lengthBytes(packet), nowNanos)) {
            return null;
        }
        if (excessDscp == DROP) {
            return DropCause.POLICED;
        }
        packets.setDscp(packet, excessDscp);
        return null;
    }

    @Override
    public long levelBytes(long nowNanos) {
        return bucket.levelBytes(nowNanos);
    }

    @Override
    public void configure(Settings settings, long nowNanos) {
        bucket.reconfigure(settings.value(Rates.RATE), settings.value(Rates.BURST), nowNanos);
        excessDscp = excessDscp(settings);
    }

    private static int excessDscp(Settings settings) {
        return isDrop(settings) ? DROP : settings.intValue(EXCESS_DSCP);
    }

    private static boolean isDrop(Settings settings) {
        return Marking.word(settings, EXCESS_ACTION).equals("drop");
    }

    private static List<Problem> problems(Settings settings, LinkFacts link) {
        List<Problem> problems = new ArrayList<>(Rates.tooShallow(settings, link, Rates.BURST));
        Marking.unused(settings, EXCESS_ACTION, EXCESS_DSCP).ifPresent(problems::add);
        if (settings.has(EXCESS_ACTION) && !isDrop(settings) && !settings.has(EXCESS_DSCP)) {
            problems.add(new Problem(
                    EXCESS_DSCP.name(), "missing", "given", "write the code point, or set excessAction to drop"));
        }
        return problems;
    }
}
