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
            sums[child.parent() + 1] += child.settings().value(Cbq.RATE);
        }
        List<Problem> problems = new ArrayList<>();
        if (sums[0] > settings.value(Cbq.LINK_RATE)) {
            problems.add(tooLow("rate", settings.value(Cbq.LINK_RATE), sums[0]));
        }
        for (int cl = 0; cl < classes.size(); cl++) {
            long rate = classes.get(cl).settings().value(Cbq.RATE);
            if (sums[cl + 1] > rate) {
                problems.add(tooLow(classes.get(cl).name() + ".rate", rate, sums[cl + 1]));
            }
        }
        return problems;
    }

    private static Problem tooLow(String parameter, long value, long sum) {
        String bound = "at least " + sum + ", the sum of the rates below";
        return new Problem(parameter, Long.toString(value), bound, "raise it, or lower theirs and let them borrow");
    }
}
