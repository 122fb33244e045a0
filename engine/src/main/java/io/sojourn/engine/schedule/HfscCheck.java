// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.TrafficClass;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Admission control of {@link Hfsc}, as ALTQ does it: the real-time curves together stay below 80 % of the link, the
 * link-share curves of siblings together below that of their parent, and a real-time curve below its upper limit.
 *
 * <p>Source: pf.conf(5) and pfctl of FreeBSD for the 80 %; Stoica, Zhang and Ng, SIGCOMM'97:
 * curves can be guaranteed when at all times their sum is at most what the server does.
 */
final class HfscCheck {
    /** Percent of the link that may be guaranteed. */
    private static final int REAL_TIME_PERCENT = 80;

    private final List<TrafficClass> classes;
    private final LinkFacts link;
    private final List<Problem> problems = new ArrayList<>();

    private HfscCheck(List<TrafficClass> classes, LinkFacts link) {
        this.classes = classes;
        this.link = link;
    }

    static List<Problem> problems(Settings settings, List<TrafficClass> classes, LinkFacts link) {
        HfscCheck check = new HfscCheck(classes, link);
        boolean[] isParent = new boolean[classes.size()];
        for (TrafficClass trafficClass : classes) {
            if (trafficClass.parent() >= 0) {
                isParent[trafficClass.parent()] = true;
            }
        }
        for (int index = 0; index < isParent.length; index++) {
            check.findOf(classes.get(index), isParent[index]);
        }
        check.findRealTimeAboveLink();
        check.findChildrenAboveParents();
        return check.problems;
    }

    private void findOf(TrafficClass trafficClass, boolean isParent) {
        for (HfscSettings curve : List.of(HfscSettings.REAL_TIME, HfscSettings.LINK_SHARE, HfscSettings.UPPER_LIMIT)) {
            curve.findProblems(trafficClass, problems);
        }
        HfscCurve realTime = HfscSettings.REAL_TIME.curve(trafficClass);
        HfscCurve limit = HfscSettings.UPPER_LIMIT.curve(trafficClass);
        if (realTime != null && isParent) {
            add(trafficClass, HfscSettings.REAL_TIME, realTime, "for a leaf class", "give it to the classes below");
        }
        if (limit != null && limit.isConvex()) {
            add(
                    trafficClass,
                    HfscSettings.UPPER_LIMIT,
                    limit,
                    "at most upperLimitStartRate, " + rate(limit.startRate()),
                    "start an upper limit at its rate or faster");
        }
        if (realTime != null && limit != null && !isBelow(List.of(realTime), limit)) {
            add(
                    trafficClass,
                    HfscSettings.REAL_TIME,
                    realTime,
                    "at most the upper limit, " + rate(limit.rate()) + ", at all times",
                    "raise upperLimitRate, or its start, or lower the real-time curve");
        }
    }

    private void findRealTimeAboveLink() {
        long most = link.rateBitsPerSecond() / 100 * REAL_TIME_PERCENT
                + link.rateBitsPerSecond() % 100 * REAL_TIME_PERCENT / 100;
        List<HfscCurve> curves = new ArrayList<>();
        @Nullable TrafficClass last = null;
        for (TrafficClass trafficClass : classes) {
            HfscCurve curve = HfscSettings.REAL_TIME.curve(trafficClass);
            if (curve != null) {
                curves.add(curve);
                last = trafficClass;
            }
        }
        if (last != null && !isBelow(curves, new HfscCurve(most, 0, most))) {
            add(
                    last,
                    HfscSettings.REAL_TIME,
                    Objects.requireNonNull(HfscSettings.REAL_TIME.curve(last)),
                    "with the other real-time curves at most " + REAL_TIME_PERCENT + " % of the link, " + rate(most),
                    "lower realTimeRate or realTimeStartRate of some class");
        }
    }

    private void findChildrenAboveParents() {
        List<List<HfscCurve>> children = new ArrayList<>();
        for (int place = 0; place <= classes.size(); place++) {
            children.add(new ArrayList<>());
        }
        int[] lastChild = new int[classes.size() + 1];
        for (int index = 0; index < classes.size(); index++) {
            int parent = classes.get(index).parent() + 1;
            HfscCurve share = HfscSettings.LINK_SHARE.curve(classes.get(index));
            if (share != null) {
                children.get(parent).add(share);
                lastChild[parent] = index;
            }
        }
        for (int parent = 0; parent <= classes.size(); parent++) {
            HfscCurve whole = parent == 0
                    ? new HfscCurve(link.rateBitsPerSecond(), 0, link.rateBitsPerSecond())
                    : HfscSettings.LINK_SHARE.curve(classes.get(parent - 1));
            if (whole != null && !children.get(parent).isEmpty() && !isBelow(children.get(parent), whole)) {
                TrafficClass child = classes.get(lastChild[parent]);
                String above =
                        parent == 0 ? "the link" : classes.get(parent - 1).name();
                add(
                        child,
                        HfscSettings.LINK_SHARE,
                        linkShare(child),
                        "with its siblings at most that of " + above + ", " + rate(whole.rate()) + ", at all times",
                        "lower linkShareRate of some sibling: only their ratio counts");
            }
        }
    }

    private static HfscCurve linkShare(TrafficClass trafficClass) {
        return Objects.requireNonNull(HfscSettings.LINK_SHARE.curve(trafficClass));
    }

    /**
     * Whether curves together stay at or below another at all times. Exact: sums of pieces are looked at where a piece ends,
     * and by their last slopes.
     */
    static boolean isBelow(List<HfscCurve> curves, HfscCurve bound) {
        BigInteger atEndOfBound = BigInteger.ZERO;
        BigInteger slope = BigInteger.ZERO;
        BigInteger last = BigInteger.ZERO;
        for (HfscCurve curve : curves) {
            atEndOfBound = atEndOfBound.add(curve.nanobits(bound.startNanos()));
            slope = slope.add(BigInteger.valueOf(curve.startRate()));
            last = last.add(BigInteger.valueOf(curve.rate()));
        }
        if (atEndOfBound.compareTo(bound.nanobits(bound.startNanos())) > 0
                || last.compareTo(BigInteger.valueOf(bound.rate())) > 0) {
            return false;
        }
        List<HfscCurve> byEnd = new ArrayList<>(curves);
        byEnd.sort(Comparator.comparingLong(HfscCurve::startNanos));
        BigInteger sum = BigInteger.ZERO;
        long nanos = 0;
        for (HfscCurve curve : byEnd) {
            sum = sum.add(slope.multiply(BigInteger.valueOf(curve.startNanos() - nanos)));
            slope = slope.add(BigInteger.valueOf(curve.rate() - curve.startRate()));
            nanos = curve.startNanos();
            if (sum.compareTo(bound.nanobits(nanos)) > 0) {
                return false;
            }
        }
        return true;
    }

    private static String rate(long bitsPerSecond) {
        return HfscSettings.LINK_SHARE.rate().text(bitsPerSecond);
    }

    private void add(TrafficClass of, HfscSettings setting, HfscCurve curve, String bound, String mend) {
        String name = of.name() + "." + setting.rate().name();
        problems.add(new Problem(name, rate(curve.rate()), bound, mend));
    }
}
