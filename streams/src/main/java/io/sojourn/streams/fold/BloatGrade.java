// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.fold;

/**
 * A school grade for bufferbloat: how much a full link lengthens delays.
 *
 * <p>Source: DSLReports, speed-test FAQ 17930: A+ below 5 ms, A below 30, B below 60, C below 200, D below 400, F from there
 * on. Scales differ between sites, so a grade is told with the name of its scale and what it was given. DSLReports takes the
 * mean of the increases of both directions; a queue has one, and one that lengthens both is graded by their sum.
 *
 * <p>Error: that of the increase, 1 % of the delay under load; an increase that near a bound may get the neighbour's grade.
 */
enum BloatGrade {
    A_PLUS("A+", 5_000),
    A("A", 30_000),
    B("B", 60_000),
    C("C", 200_000),
    D("D", 400_000),
    F("F", Double.POSITIVE_INFINITY);

    /** Given the increase of the round-trip time under load. */
    static final String SCALE_OF_RTT = "DSLReports; RTT under load above base";

    /** Given the sojourn time, whose base without a queue is 0. */
    static final String SCALE_OF_SOJOURN = "DSLReports; sojourn";

    private static final BloatGrade[] ASCENDING = values();
    private final String text;
    private final double belowMicros;

    BloatGrade(String text, double belowMicros) {
        this.text = text;
        this.belowMicros = belowMicros;
    }

    static BloatGrade of(double increaseMicros) {
        for (BloatGrade grade : ASCENDING) {
            if (increaseMicros < grade.belowMicros) {
                return grade;
            }
        }
        return F;
    }

    String text() {
        return text;
    }
}
