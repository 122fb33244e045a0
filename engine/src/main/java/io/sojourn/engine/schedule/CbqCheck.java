// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.TrafficClass;
import java.util.ArrayList;
import java.util.List;

/** Shares below a class, or of the link, may not add up to more than there is (pf.conf(5), "bandwidth"). */
final class CbqCheck {
    private CbqCheck() {}

    static List<Problem> problems(Settings settings, List<TrafficClass> classes, LinkFacts link) {
        long[] sums = new long[classes.size() + 1];
        for (TrafficClass child : classes) {
            sums[child.parent() + 1] +=
                    child.settings().has(Cbq.RATE) ? child.settings().value(Cbq.RATE) : 0;
        }
        List<Problem> problems = new ArrayList<>();
        if (settings.has(Cbq.LINK_RATE) && sums[0] > settings.value(Cbq.LINK_RATE)) {
            problems.add(tooLow("rate", settings.value(Cbq.LINK_RATE), sums[0]));
        }
        for (int cl = 0; cl < classes.size(); cl++) {
            Settings own = classes.get(cl).settings();
            if (own.has(Cbq.RATE) && sums[cl + 1] > own.value(Cbq.RATE)) {
                problems.add(tooLow(classes.get(cl).name() + ".rate", own.value(Cbq.RATE), sums[cl + 1]));
            }
        }
        return problems;
    }

    private static Problem tooLow(String parameter, long value, long sum) {
        String bound = "at least " + Cbq.RATE.text(sum) + ", the sum of the rates below";
        return new Problem(parameter, Cbq.RATE.text(value), bound, "raise it, or lower theirs and let them borrow");
    }
}
