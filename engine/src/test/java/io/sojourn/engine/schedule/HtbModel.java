// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.TrafficClass;
import java.util.List;

/**
 * The rules of HTB read literally, without rows, feeds or waiting: every question looks at every class. It does not say
 * who sends, but whether the one that did was among those that may.
 */
final class HtbModel {
    private static final long NANOBITS = 8_000_000_000L;

    private final List<TrafficClass> classes;
    final int[] waiting;
    private final int[] levels;
    private final long[] credit;
    private final long[] ceilCredit;
    private final long[] creditedNanos;

    HtbModel(List<TrafficClass> classes) {
        this.classes = classes;
        int count = classes.size();
        waiting = new int[count];
        levels = new int[count];
        credit = new long[count];
        ceilCredit = new long[count];
        creditedNanos = new long[count];
        for (int cl = 0; cl < count; cl++) {
            credit[cl] = value(cl, Htb.BURST) * NANOBITS;
            ceilCredit[cl] = value(cl, Htb.CEIL_BURST) * NANOBITS;
            int depth = 0;
            for (int at = cl; at >= 0; at = classes.get(at).parent()) {
                depth++;
            }
            levels[cl] = classes.get(cl).queue() != null ? 0 : 8 - depth;
        }
    }

    /** Level times 8 and priority of what is to be sent now: the least of all leaves with packets; -1 when none may. */
    int best(long nowNanos) {
        int best = Integer.MAX_VALUE;
        for (int cl = 0; cl < classes.size(); cl++) {
            if (waiting[cl] > 0 && rank(cl, nowNanos) >= 0) {
                best = Math.min(best, rank(cl, nowNanos));
            }
        }
        return best == Integer.MAX_VALUE ? -1 : best;
    }

    /** Level of the nearest class, itself included, that lends to the leaf now, times 8, and its priority; or -1. */
    int rank(int leaf, long nowNanos) {
        for (int cl = leaf; cl >= 0; cl = classes.get(cl).parent()) {
            if (ceilCredit(cl, nowNanos) < 0) {
                return -1;
            }
            if (credit(cl, nowNanos) >= 0) {
                return levels[cl] * 8 + (int) value(leaf, Htb.PRIORITY);
            }
        }
        return -1;
    }

    void sent(int leaf, int lengthBytes, long nowNanos) {
        int lender = rank(leaf, nowNanos) / 8;
        waiting[leaf]--;
        for (int cl = leaf; cl >= 0; cl = classes.get(cl).parent()) {
            long own = credit(cl, nowNanos);
            long ceil = ceilCredit(cl, nowNanos);
            creditedNanos[cl] = nowNanos;
            credit[cl] = levels[cl] >= lender ? own - lengthBytes * NANOBITS : own;
            ceilCredit[cl] = ceil - lengthBytes * NANOBITS;
        }
    }

    private long credit(int cl, long nowNanos) {
        long earned = (nowNanos - creditedNanos[cl]) * value(cl, Htb.RATE);
        return Math.min(value(cl, Htb.BURST) * NANOBITS, credit[cl] + earned);
    }

    private long ceilCredit(int cl, long nowNanos) {
        long earned = (nowNanos - creditedNanos[cl]) * value(cl, Htb.CEIL);
        return Math.min(value(cl, Htb.CEIL_BURST) * NANOBITS, ceilCredit[cl] + earned);
    }

    private long value(int cl, io.sojourn.engine.Parameter parameter) {
        return classes.get(cl).settings().value(parameter);
    }
}
