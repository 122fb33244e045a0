// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.TrafficClass;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The classes of {@link Hfsc}, numbered as the scheduler does, and the link above all of them as the last one.
 *
 * <p>A class is 16 words side by side, and what its packets need of it when its link-share curve is a straight line are
 * eight in a row: a packet touches one or two cache lines of a leaf class. Curves that not every class has come behind
 * all classes.
 */
final class HfscClasses {
    private static final long NANOBITS_PER_BYTE = 8_000_000_000L;
    private static final int NO_CURVE = 0;

    private static final int WORDS = 16;
    /** So that the last four words of the curve are the first of the eight in a row. */
    private static final int LINK_SHARE = 1;

    private static final int PARENT_AND_PLACE = LINK_SHARE + HfscClocks.WORDS;
    private static final int PARENT_SENT_AT_LEAVING = PARENT_AND_PLACE + 1;
    private static final int REAL_TIME_AND_LIMIT = PARENT_SENT_AT_LEAVING + 1;
    private static final int STATE = REAL_TIME_AND_LIMIT + 1;
    private static final int TOLERANCE = STATE + 1;

    private static final int IS_ACTIVE = 1;
    private static final int IS_PARENT = 1 << 1;

    private final HfscClocks clocks;
    private final long[] words;
    private final @Nullable HfscChildren[] children;
    private final boolean hasLimits;

    /** @param mtuBytes so much credit an upper limit keeps */
    HfscClasses(List<TrafficClass> classes, long mtuBytes) {
        int count = classes.size();
        words = new long[WORDS * (count + 1) + HfscClocks.WORDS * extraCurves(classes)];
        clocks = new HfscClocks(words);
        children = new HfscChildren[count + 1];
        addParents(classes);
        int curvesAt = WORDS * (count + 1);
        for (int index = 0; index < count; index++) {
            curvesAt = setCurves(index, classes.get(index), curvesAt, mtuBytes);
        }
        hasLimits = classes.stream().anyMatch(HfscClasses::isLimited);
    }

    HfscClocks clocks() {
        return clocks;
    }

    /** The link. */
    int root() {
        return children.length - 1;
    }

    /** Whether some class has an upper limit. */
    boolean hasLimits() {
        return hasLimits;
    }

    /** Of a class that has classes below it. */
    HfscChildren children(int index) {
        return Objects.requireNonNull(children[index]);
    }

    /** The class and its siblings. */
    HfscChildren siblings(int index) {
        return children(parent(index));
    }

    int parent(int index) {
        return (int) (words[WORDS * index + PARENT_AND_PLACE] >>> 32);
    }

    /** Number among its siblings, from 0. */
    int place(int index) {
        return (int) words[WORDS * index + PARENT_AND_PLACE];
    }

    /** Whether there are classes below it. */
    boolean isParent(int index) {
        return (words[WORDS * index + STATE] & IS_PARENT) != 0;
    }

    /** Whether packets wait in it or below it. */
    boolean isActive(int index) {
        return (words[WORDS * index + STATE] & IS_ACTIVE) != 0;
    }

    void setActive(int index, boolean isActive) {
        int at = WORDS * index + STATE;
        words[at] = isActive ? words[at] | IS_ACTIVE : words[at] & ~IS_ACTIVE;
    }

    /** Where the {@link HfscClocks} of its link-share curve are. */
    int linkShare(int index) {
        return WORDS * index + LINK_SHARE;
    }

    boolean hasRealTime(int index) {
        return realTime(index) != NO_CURVE;
    }

    /** Where the {@link HfscClocks} of its real-time curve are. */
    int realTime(int index) {
        return (int) (words[WORDS * index + REAL_TIME_AND_LIMIT] >>> 32);
    }

    boolean hasUpperLimit(int index) {
        return upperLimit(index) != NO_CURVE;
    }

    /** Where the {@link HfscClocks} of its upper limit are. */
    int upperLimit(int index) {
        return (int) words[WORDS * index + REAL_TIME_AND_LIMIT];
    }

    /** How long its upper limit keeps credit: that of one packet. */
    long toleranceNanos(int index) {
        return words[WORDS * index + TOLERANCE];
    }

    /** Bytes that its parent had sent when it became passive. */
    long parentSentAtLeaving(int index) {
        return words[WORDS * index + PARENT_SENT_AT_LEAVING];
    }

    void setParentSentAtLeaving(int index, long bytes) {
        words[WORDS * index + PARENT_SENT_AT_LEAVING] = bytes;
    }

    /** Virtual time: when, on the clock of its parent, its link-share curve grants what it sent. */
    long virtualNanos(int index) {
        return clocks.reached(linkShare(index));
    }

    private void addParents(List<TrafficClass> classes) {
        int[] counts = new int[children.length];
        for (int index = 0; index < classes.size(); index++) {
            int parent = classes.get(index).parent() < 0
                    ? root()
                    : classes.get(index).parent();
            words[WORDS * index + PARENT_AND_PLACE] = pack(parent, counts[parent]++);
        }
        for (int index = 0; index < counts.length; index++) {
            if (counts[index] > 0) {
                words[WORDS * index + STATE] = IS_PARENT;
                children[index] = new HfscChildren(this, counts[index]);
            }
        }
    }

    /** @return where the next curve that not every class has goes */
    private int setCurves(int index, TrafficClass trafficClass, int curvesAt, long mtuBytes) {
        HfscCurve linkShare = linkShareCurve(trafficClass);
        clocks.set(linkShare(index), linkShare);
        siblings(index).add(index, linkShare);
        HfscCurve realTime = HfscSettings.REAL_TIME.curve(trafficClass);
        HfscCurve limit = HfscSettings.UPPER_LIMIT.curve(trafficClass);
        int limitAt = realTime == null ? curvesAt : curvesAt + HfscClocks.WORDS;
        int end = limit == null ? limitAt : limitAt + HfscClocks.WORDS;
        if (realTime != null) {
            clocks.set(curvesAt, realTime);
        }
        if (limit != null) {
            clocks.set(limitAt, limit);
            words[WORDS * index + TOLERANCE] = mtuBytes * NANOBITS_PER_BYTE / Math.max(limit.startRate(), limit.rate());
        }
        words[WORDS * index + REAL_TIME_AND_LIMIT] =
                pack(realTime == null ? NO_CURVE : curvesAt, limit == null ? NO_CURVE : limitAt);
        return end;
    }

    private static int extraCurves(List<TrafficClass> classes) {
        int curves = 0;
        for (TrafficClass trafficClass : classes) {
            curves += HfscSettings.REAL_TIME.curve(trafficClass) == null ? 0 : 1;
            curves += isLimited(trafficClass) ? 1 : 0;
        }
        return curves;
    }

    private static boolean isLimited(TrafficClass trafficClass) {
        return HfscSettings.UPPER_LIMIT.curve(trafficClass) != null;
    }

    private static HfscCurve linkShareCurve(TrafficClass trafficClass) {
        HfscCurve curve = HfscSettings.LINK_SHARE.curve(trafficClass);
        return Objects.requireNonNull(curve, trafficClass.name() + " has no linkShareRate; give it one");
    }

    private static long pack(int high, int low) {
        return ((long) high << 32) | (low & 0xffff_ffffL);
    }
}
