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
 * Two rate three color marker: red above the peak rate, yellow above the committed one, which is part of the peak.
 *
 * <p>Source: RFC 2698. Exact, see {@link TokenBucket}.
 */
public final class TrTcm extends ColorMeter {
    private static final Parameter PEAK_RATE = Rates.rate("peakRate", "peak rate (PIR), at least rate");
    private static final Parameter PEAK_BURST =
            Rates.depth("peakBurst", 1, PEAK_RATE, "peak burst (PBS); 250 ms of peakRate, at least a packet");

    public static final DisciplineType.MeterType TYPE = new DisciplineType.MeterType(
            "trtcm",
            "https://www.rfc-editor.org/rfc/rfc2698",
            "two rate three color marker: committed and peak rate",
            parameters(Rates.RATE, Rates.BURST, PEAK_RATE, PEAK_BURST),
            TrTcm::problems,
            TrTcm::new);

    private final TokenBucket committed;
    private final TokenBucket peak;

    public TrTcm(Settings settings, Surroundings around) {
        super(settings, around);
        committed = new TokenBucket(settings.value(Rates.RATE), settings.value(Rates.BURST));
        peak = new TokenBucket(settings.value(PEAK_RATE), settings.value(PEAK_BURST));
    }

    @Override
    Color meter(int lengthBytes, Color before, long nowNanos) {
        // "If the packet has been precolored as red or if Tp(t)-B < 0, the packet is red"
        if (before == Color.RED || !peak.covers(lengthBytes, nowNanos)) {
            return Color.RED;
        }
        // "else if the packet has been precolored as yellow or if Tc(t)-B < 0, the packet is yellow and Tp is
        // decremented by B, else the packet is green and both Tp and Tc are decremented by B"
        peak.take(lengthBytes);
        return before == Color.GREEN && committed.conforms(lengthBytes, nowNanos) ? Color.GREEN : Color.YELLOW;
    }

    /** Of the peak bucket: without its credit a packet is red. */
    @Override
    public long levelBytes(long nowNanos) {
        return peak.levelBytes(nowNanos);
    }

    /** Whole bytes of credit in the committed bucket. */
    long committedBytes(long nowNanos) {
        return committed.levelBytes(nowNanos);
    }

    @Override
    void configureBuckets(Settings settings, long nowNanos) {
        committed.reconfigure(settings.value(Rates.RATE), settings.value(Rates.BURST), nowNanos);
        peak.reconfigure(settings.value(PEAK_RATE), settings.value(PEAK_BURST), nowNanos);
    }

    private static List<Problem> problems(Settings settings, LinkFacts link) {
        List<Problem> problems = new ArrayList<>(Marking.problems(settings));
        problems.addAll(Rates.tooShallow(settings, link, Rates.BURST, PEAK_BURST));
        // RFC 2698 section 2: "The PIR must be equal to or greater than the CIR."
        if (settings.has(Rates.RATE)
                && settings.has(PEAK_RATE)
                && settings.value(PEAK_RATE) < settings.value(Rates.RATE)) {
            problems.add(new Problem(
                    PEAK_RATE.name(),
                    PEAK_RATE.text(settings.value(PEAK_RATE)),
                    "at least the rate, " + Rates.RATE.text(settings.value(Rates.RATE)),
                    "raise peakRate or lower rate"));
        }
        return problems;
    }
}
