// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.TrafficClass;
import java.util.ArrayList;
import java.util.List;

/**
 * What is wrong among the classes of an HTB. A leaf that has credit sends whatever its parent has, so guarantees that add
 * up to more than the parent's would break its ceiling (tc-htb(8)); Linux takes them, here they are refused.
 */
final class HtbCheck {
    private static final int LINK = -1;

    private final List<TrafficClass> classes;
    private final LinkFacts link;
    private final List<Problem> problems = new ArrayList<>();

    private HtbCheck(List<TrafficClass> classes, LinkFacts link) {
        this.classes = classes;
        this.link = link;
    }

    static List<Problem> problems(Settings settings, List<TrafficClass> classes, LinkFacts link) {
        HtbCheck check = new HtbCheck(classes, link);
        for (int cl = 0; cl < classes.size(); cl++) {
            check.checkClass(cl);
        }
        check.checkSums();
        return check.problems;
    }

    private void checkClass(int cl) {
        Settings own = classes.get(cl).settings();
        if (own.has(Htb.RATE)) {
            checkRate(cl, own);
        }
        checkBurst(cl, Htb.BURST);
        checkBurst(cl, Htb.CEIL_BURST);
        if (depth(cl) > HtbClasses.LEVELS) {
            String bound8 = "at most " + HtbClasses.LEVELS + " deep";
            problems.add(new Problem(nameOf(cl), depth(cl) + " deep", bound8, "take out classes above it"));
        }
    }

    private void checkRate(int cl, Settings own) {
        long rate = own.value(Htb.RATE);
        if (own.has(Htb.CEIL) && own.value(Htb.CEIL) < rate) {
            String bound = "at least its rate of " + Htb.RATE.text(rate);
            add(cl, Htb.CEIL, own.value(Htb.CEIL), bound, "raise ceil, or lower rate");
        }
        int parent = classes.get(cl).parent();
        if (rate > rateAbove(parent)) {
            String bound = "at most the rate of " + nameOf(parent) + ", " + Htb.RATE.text(rateAbove(parent));
            add(cl, Htb.RATE, rate, bound, "lower it, or raise the one above");
        }
    }

    private void checkBurst(int cl, Parameter burst) {
        Settings own = classes.get(cl).settings();
        if (own.has(burst) && own.value(burst) < link.mtuBytes()) {
            add(cl, burst, own.value(burst), "at least one packet, " + link.mtuBytes() + "B", "raise it");
        }
    }

    private void checkSums() {
        long[] sums = new long[classes.size() + 1];
        boolean[] hasWiderChild = new boolean[sums.length];
        for (TrafficClass child : classes) {
            long rate = child.settings().has(Htb.RATE) ? child.settings().value(Htb.RATE) : 0;
            sums[child.parent() + 1] += rate;
            hasWiderChild[child.parent() + 1] |= rate > rateAbove(child.parent());
        }
        for (int parent = LINK; parent < classes.size(); parent++) {
            long sum = sums[parent + 1];
            if (sum > rateAbove(parent) && !hasWiderChild[parent + 1]) {
                String bound = "at least " + Htb.RATE.text(sum) + ", the sum of the rates below";
                String mend = "raise it, or lower theirs and give them a ceil";
                String name = parent == LINK ? "rate" : nameOf(parent) + "." + Htb.RATE.name();
                problems.add(new Problem(name, Htb.RATE.text(rateAbove(parent)), bound, mend));
            }
        }
    }

    private int depth(int cl) {
        int depth = 0;
        for (int at = cl; at != LINK; at = classes.get(at).parent()) {
            depth++;
        }
        return depth;
    }

    /** More than any where the rate above is wrong: it is not compared then. */
    private long rateAbove(int parent) {
        if (parent == LINK) {
            return link.rateBitsPerSecond();
        }
        Settings above = classes.get(parent).settings();
        return above.has(Htb.RATE) ? above.value(Htb.RATE) : Long.MAX_VALUE;
    }

    private String nameOf(int cl) {
        return cl == LINK ? "the link" : classes.get(cl).name();
    }

    private void add(int cl, Parameter parameter, long value, String bound, String mend) {
        problems.add(new Problem(nameOf(cl) + "." + parameter.name(), parameter.text(value), bound, mend));
    }
}
