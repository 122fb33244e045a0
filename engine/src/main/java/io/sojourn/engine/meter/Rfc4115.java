// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.TokenBucket;
import java.util.ArrayList;
import java.util.List;

/**
 * Differentiated service two-rate, three-color marker: the excess rate is on top of the committed one and apart from it,
 * so that packets which come in yellow take no credit from green ones.
 *
 * <p>Source: RFC 4115 section 3. Exact, see {@link TokenBucket}.
 */
public final class Rfc4115 extends ColorMeter {
    private static final Parameter EXCESS_RATE = Rates.rate("excessRate", "excess rate (EIR), on top of rate");
    private static final Parameter EXCESS_BURST =
            Rates.depth("excessBurst", 1, EXCESS_RATE, "excess burst (EBS); 250 ms of excessRate, at least a packet");

    public static final DisciplineType.MeterType TYPE = new DisciplineType.MeterType(
            "rfc4115",
            "https://www.rfc-editor.org/rfc/rfc4115",
            "two rate three color marker with the excess on top of the committed rate",
            parameters(Rates.RATE, Rates.BURST, EXCESS_RATE, EXCESS_BURST),
            Rfc4115::problems,
            Rfc4115::new);

    private final TokenBucket committed;
    private final TokenBucket excess;

    public Rfc4115(Settings settings, Surroundings around) {
        super(settings, around);
        committed = new TokenBucket(settings.value(Rates.RATE), settings.value(Rates.BURST));
        excess = new TokenBucket(settings.value(EXCESS_RATE), settings.value(EXCESS_BURST));
    }

    @Override
    Color meter(int lengthBytes, Color before, long nowNanos) {
        // A green packet tries Tc, a green or yellow one Te; what came in red, or fits neither, is red.
        if (before == Color.GREEN && committed.conforms(lengthBytes, nowNanos)) {
            return Color.GREEN;
        }
        return before != Color.RED && excess.conforms(lengthBytes, nowNanos) ? Color.YELLOW : Color.RED;
    }

    /** Of the excess bucket, the last a packet is tried on. */
    @Override
    public long levelBytes(long nowNanos) {
        return excess.levelBytes(nowNanos);
    }

    /** Whole bytes of credit in the committed bucket. */
    long committedBytes(long nowNanos) {
        return committed.levelBytes(nowNanos);
    }

    @Override
    void configureBuckets(Settings settings, long nowNanos) {
        committed.reconfigure(settings.value(Rates.RATE), settings.value(Rates.BURST), nowNanos);
        excess.reconfigure(settings.value(EXCESS_RATE), settings.value(EXCESS_BURST), nowNanos);
    }

    private static List<Problem> problems(Settings settings, LinkFacts link) {
        List<Problem> problems = new ArrayList<>(Marking.problems(settings));
        problems.addAll(Rates.tooShallow(settings, link, Rates.BURST, EXCESS_BURST));
        return problems;
    }
}
