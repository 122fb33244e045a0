// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.queue;

/**
 * Comes up as often as a probability says, evenly spaced and without a random number.
 *
 * <p>Source: RFC 9332, appendix A.1, "recur()". Exact: of any number of questions, the count of those it comes up for
 * is within 1 of the sum of their probabilities.
 */
final class Recurrence {
    private long accumulated;

    /** @param probability in units of {@link Fraction} */
    boolean isDue(long probability) {
        accumulated += probability;
        if (accumulated < Fraction.ONE) {
            return false;
        }
        accumulated -= Fraction.ONE;
        return true;
    }
}
