// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import io.sojourn.lab.measure.Series;
import java.util.Collection;

/**
 * How far the rate axes of all cases reach, in Mbit/s.
 *
 * @param hopTop of what the busiest hop sends
 * @param flowTop of what a flow gets
 */
record RateScale(double hopTop, double flowTop) {
    static RateScale of(Collection<Series> cases) {
        RateScale scale = new RateScale(0, 0);
        for (Series series : cases) {
            RateChart rates = new RateChart(series);
            scale = new RateScale(Math.max(scale.hopTop, rates.hopTop()), Math.max(scale.flowTop, rates.flowTop()));
        }
        return scale;
    }
}
