// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import java.util.List;

/**
 * School grades for bufferbloat. Scales differ between sites, so a grade is always told with its scale's name.
 *
 * <p>Source: DSLReports, speed-test FAQ 17930: mean of the increases of both directions, A+ below 5, A below 30, B below
 * 60, C below 200, D below 400 ms, F from there on; and its quality grade by resent share: A+ to 1 %, A to 2.5, B to 3,
 * C to 5, D to 12, F above. Exact.
 */
public enum BloatGrade {
    A_PLUS("A+", 5, 1),
    A("A", 30, 2.5),
    B("B", 60, 3),
    C("C", 200, 5),
    D("D", 400, 12),
    F("F", Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY);

    /** The name to tell with every grade. */
    public static final String SCALE = "DSLReports";

    private final String text;
    private final double belowMillis;
    private final double upToPercent;

    BloatGrade(String text, double belowMillis, double upToPercent) {
        this.text = text;
        this.belowMillis = belowMillis;
        this.upToPercent = upToPercent;
    }

    /** @param increaseMillis delay under load less base delay, of one direction */
    public static BloatGrade of(double increaseMillis) {
        return List.of(values()).stream()
                .filter(grade -> increaseMillis < grade.belowMillis)
                .findFirst()
                .orElse(F);
    }

    /** The mean of both directions' increases. */
    public static BloatGrade of(double downMillis, double upMillis) {
        return of((downMillis + upMillis) / 2);
    }

    /**
     * The quality grade.
     *
     * @param resentRatio data packets sent again over all, 0 to 1
     */
    public static BloatGrade ofResent(double resentRatio) {
        return List.of(values()).stream()
                .filter(grade -> resentRatio * 100 <= grade.upToPercent)
                .findFirst()
                .orElse(F);
    }

    /** As people write it: "A+". */
    public String text() {
        return text;
    }
}
