// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether confidence means what it says: of the verdicts given 0.9, nine in ten should be right. Verdicts that name no
 * cause are left out, and so are those that the truth can't prove right or wrong.
 *
 * @param bins ascending, those without a verdict left out
 * @param brier mean square of confidence less 1 (right) or 0 (wrong), 0 is best (Brier 1950); null without a verdict
 */
public record Calibration(
        List<Bin> bins, int count, @Nullable Double brier) {
    private static final int BINS = 10;

    /** @param least confidence of the bin, which is a tenth wide; the last holds 1 too */
    public record Bin(double least, int count, int right, double meanConfidence) {}

    public static Calibration of(List<Answer> answers) {
        List<Answer> decided = answers.stream()
                .filter(answer -> !answer.isOpen() && (answer.label().isNamed() || !answer.isRight()))
                .toList();
        List<Bin> bins = new ArrayList<>();
        for (int i = 0; i < BINS; i++) {
            int bin = i;
            List<Answer> in =
                    decided.stream().filter(answer -> bin(answer) == bin).toList();
            if (!in.isEmpty()) {
                bins.add(bin(bin, in));
            }
        }
        double squares = decided.stream()
                .mapToDouble(answer -> Math.pow(answer.confidence() - (answer.isRight() ? 1 : 0), 2))
                .sum();
        return new Calibration(bins, decided.size(), decided.isEmpty() ? null : (Double) (squares / decided.size()));
    }

    private static Bin bin(int bin, List<Answer> in) {
        int right = (int) in.stream().filter(Answer::isRight).count();
        double mean = in.stream().mapToDouble(Answer::confidence).average().orElse(0);
        return new Bin((double) bin / BINS, in.size(), right, mean);
    }

    private static int bin(Answer answer) {
        return Math.min(BINS - 1, (int) Math.floor(answer.confidence() * BINS));
    }
}
