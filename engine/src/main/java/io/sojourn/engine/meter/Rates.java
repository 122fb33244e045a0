// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

import io.sojourn.engine.CiscoDefaults;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.TokenBucket;
import io.sojourn.engine.Unit;
import java.util.ArrayList;
import java.util.List;

/** Rates and depths of meters: their ranges, defaults and what is wrong with them. */
final class Rates {
    static final Parameter RATE = rate("rate", "committed rate (CIR)");
    static final Parameter BURST = depth("burst", 1, RATE, "committed burst (CBS); 250 ms of rate, at least a packet");

    private Rates() {}

    static Parameter rate(String name, String meaning) {
        return Parameter.required(name, Unit.BITS_PER_SECOND, 1, TokenBucket.RATE_LIMIT_BITS_PER_SECOND, meaning);
    }

    /**
     * A depth which by default is Cisco's, 250 ms of {@code rate} and at least 1500 bytes, and at least one packet.
     *
     * @param rate declared before it
     */
    static Parameter depth(String name, long leastBytes, Parameter rate, String meaning) {
        return Parameter.computed(
                name,
                Unit.BYTES,
                leastBytes,
                TokenBucket.DEPTH_LIMIT_BYTES,
                (before, link) -> defaultDepthBytes(before, rate, link),
                meaning);
    }

    private static long defaultDepthBytes(Settings before, Parameter rate, LinkFacts link) {
        if (!before.has(rate)) {
            return Settings.ABSENT;
        }
        long ciscoBytes = CiscoDefaults.policeBurstBytes(before.value(rate));
        return Math.min(TokenBucket.DEPTH_LIMIT_BYTES, Math.max(link.mtuBytes(), ciscoBytes));
    }

    /** Depths that a packet of full length would never conform to. */
    static List<Problem> tooShallow(Settings settings, LinkFacts link, Parameter... depths) {
        List<Problem> problems = new ArrayList<>();
        for (Parameter depth : depths) {
            if (settings.has(depth) && settings.value(depth) < link.mtuBytes()) {
                problems.add(new Problem(
                        depth.name(),
                        depth.text(settings.value(depth)),
                        "at least the longest packet, " + link.mtuBytes() + "B",
                        "raise " + depth.name() + " to at least one packet"));
            }
        }
        return problems;
    }
}
