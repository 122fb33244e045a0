// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import io.sojourn.lab.measure.Series;
import io.sojourn.lab.measure.Steps;
import java.util.Locale;

/** How charts call things. */
final class Labels {
    private Labels() {}

    static String of(Series.Curve curve) {
        return curve.flows() == 1 ? curve.name() : curve.name() + " (" + curve.flows() + " flows)";
    }

    static String millis(double seconds) {
        return String.format(Locale.ROOT, "%.0f ms", seconds * 1e3);
    }

    /** In lines of at most so many letters, broken at blanks where there are any. */
    static String broken(String text, int mostLetters) {
        if (text.length() <= mostLetters) {
            return text;
        }
        int blank = text.lastIndexOf(' ', mostLetters);
        int cut = blank < 1 ? mostLetters : blank;
        return text.substring(0, cut) + "\n" + broken(text.substring(cut).stripLeading(), mostLetters);
    }

    /** End of the last step in seconds. */
    static double end(Steps steps) {
        return (steps.fromNanos() + steps.count() * steps.stepNanos()) / 1e9;
    }
}
