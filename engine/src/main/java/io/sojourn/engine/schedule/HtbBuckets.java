// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.TrafficClass;
import java.util.List;

/**
 * The two token buckets of every class: one earns the guaranteed rate, the other the ceiling. A class sends while they
 * are not in debt, and is charged afterwards, so it may exceed a burst by less than one packet.
 *
 * <p>Source: Linux, net/sched/sch_htb.c, htb_charge_class and htb_class_mode, without hysteresis.
 *
 * <p>Exact: credit is in nanobits (10<sup>-9</sup> bit), where Linux has nanoseconds of each rate, rounded. Debt is
 * forgiven past 60 s of the rate as there ("mbuffer"), or past 2^62 nanobits, 576 MB, where 60 s are more than that.
 */
final class HtbBuckets {
    /** In debt to its ceiling: it waits (HTB_CANT_SEND). */
    static final int CANT_SEND = 0;
    /** In debt to its rate alone: it sends if an ancestor lends (HTB_MAY_BORROW). */
    static final int MAY_BORROW = 1;
    /** In no debt (HTB_CAN_SEND). */
    static final int CAN_SEND = 2;

    /** Deepest bucket: credit and the greatest debt together stay below 2^63 nanobits. */
    static final long BURST_LIMIT_BYTES = 1L << 29;

    private static final long NANOBITS_PER_BYTE = 8_000_000_000L;
    private static final long DEBT_LIMIT_NANOS = 60_000_000_000L;
    private static final long DEBT_LIMIT_NANOBITS = 1L << 62;
    /** Longest packet that is charged in full, 256 MB: more than any link layer has, and its nanobits do not overflow. */
    private static final int LENGTH_LIMIT_BYTES = 1 << 28;

    private static final int WORDS = 8;
    private static final int CREDIT = 0;
    private static final int CEIL_CREDIT = 1;
    private static final int CREDITED_NANOS = 2;
    private static final int RATE = 3;
    private static final int CEIL = 4;
    private static final int DEPTH = 5;
    private static final int CEIL_DEPTH = 6;

    /** Eight words a class, side by side: what a charge needs is in one or two cache lines. */
    private final long[] words;

    /** Full buckets. */
    HtbBuckets(List<TrafficClass> classes, long nowNanos) {
        words = new long[classes.size() * WORDS];
        for (int cl = 0; cl < classes.size(); cl++) {
            var settings = classes.get(cl).settings();
            int at = cl * WORDS;
            words[at + RATE] = settings.value(Htb.RATE);
            words[at + CEIL] = settings.value(Htb.CEIL);
            words[at + DEPTH] = settings.value(Htb.BURST) * NANOBITS_PER_BYTE;
            words[at + CEIL_DEPTH] = settings.value(Htb.CEIL_BURST) * NANOBITS_PER_BYTE;
            words[at + CREDIT] = words[at + DEPTH];
            words[at + CEIL_CREDIT] = words[at + CEIL_DEPTH];
            words[at + CREDITED_NANOS] = nowNanos;
        }
    }

    /** What the class may do, as of the last {@link #earn} or {@link #charge}. */
    int mode(int cl) {
        int at = cl * WORDS;
        if (words[at + CEIL_CREDIT] < 0) {
            return CANT_SEND;
        }
        return words[at + CREDIT] < 0 ? MAY_BORROW : CAN_SEND;
    }

    /** First nanosecond at which the debt that decides about {@link #mode} is paid; for classes in debt. */
    long paidNanos(int cl) {
        int at = cl * WORDS;
        boolean overCeil = words[at + CEIL_CREDIT] < 0;
        long debtNanobits = -words[at + (overCeil ? CEIL_CREDIT : CREDIT)];
        long rate = words[at + (overCeil ? CEIL : RATE)];
        return words[at + CREDITED_NANOS] + (debtNanobits + rate - 1) / rate;
    }

    /** Credits both buckets up to now. */
    void earn(int cl, long nowNanos) {
        int at = cl * WORDS;
        long elapsedNanos = nowNanos - words[at + CREDITED_NANOS];
        if (elapsedNanos <= 0) {
            return;
        }
        words[at + CREDITED_NANOS] = nowNanos;
        words[at + CREDIT] = grown(words[at + CREDIT], words[at + DEPTH], words[at + RATE], elapsedNanos);
        words[at + CEIL_CREDIT] =
                grown(words[at + CEIL_CREDIT], words[at + CEIL_DEPTH], words[at + CEIL], elapsedNanos);
    }

    /**
     * A packet of the class, or of one below it, was sent.
     *
     * @param isBorrowed whether an ancestor lent for it: then the guarantee is not touched
     */
    void charge(int cl, int lengthBytes, boolean isBorrowed, long nowNanos) {
        earn(cl, nowNanos);
        int at = cl * WORDS;
        long nanobits = Math.min(lengthBytes, LENGTH_LIMIT_BYTES) * NANOBITS_PER_BYTE;
        words[at + CEIL_CREDIT] = limited(words[at + CEIL_CREDIT] - nanobits, words[at + CEIL]);
        if (!isBorrowed) {
            words[at + CREDIT] = limited(words[at + CREDIT] - nanobits, words[at + RATE]);
        }
    }

    /** Takes over the credit of a class of an earlier tree, up to the depths here, and its debt. */
    void inherit(int cl, HtbBuckets before, int classBefore, long nowNanos) {
        before.earn(classBefore, nowNanos);
        earn(cl, nowNanos);
        int at = cl * WORDS;
        int from = classBefore * WORDS;
        words[at + CREDIT] = limited(Math.min(before.words[from + CREDIT], words[at + DEPTH]), words[at + RATE]);
        words[at + CEIL_CREDIT] =
                limited(Math.min(before.words[from + CEIL_CREDIT], words[at + CEIL_DEPTH]), words[at + CEIL]);
    }

    /** Nanobits in the bucket of the guarantee. */
    long creditNanobits(int cl) {
        return words[cl * WORDS + CREDIT];
    }

    /** Nanobits in the bucket of the ceiling. */
    long ceilCreditNanobits(int cl) {
        return words[cl * WORDS + CEIL_CREDIT];
    }

    private static long grown(long creditNanobits, long depthNanobits, long rate, long elapsedNanos) {
        long earnedNanobits = elapsedNanos * rate;
        boolean overflows = earnedNanobits < 0 || Math.multiplyHigh(elapsedNanos, rate) != 0;
        return overflows || earnedNanobits >= depthNanobits - creditNanobits
                ? depthNanobits
                : creditNanobits + earnedNanobits;
    }

    private static long limited(long creditNanobits, long rate) {
        if (creditNanobits >= 0) {
            return creditNanobits;
        }
        boolean fits = rate < DEBT_LIMIT_NANOBITS / DEBT_LIMIT_NANOS;
        return Math.max(creditNanobits, fits ? -rate * DEBT_LIMIT_NANOS : -DEBT_LIMIT_NANOBITS);
    }
}
