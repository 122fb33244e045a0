// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.TrafficClass;
import io.sojourn.engine.Unit;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One of the curves of a class as it is written: {@code rate}, and {@code startRate} for the first {@code startTime}. */
record HfscSettings(Parameter rate, Parameter startRate, Parameter startTime) {
    private static final long LEAST_RATE = 1000;
    private static final long MOST_RATE = 1_000_000_000_000L;
    private static final long MOST_NANOS = 1_000_000_000;

    static final HfscSettings REAL_TIME =
            named("realTime", false, "guaranteed, whatever other classes send; leaf classes only; none");
    static final HfscSettings LINK_SHARE =
            named("linkShare", true, "shares what is left in proportion to its siblings");
    static final HfscSettings UPPER_LIMIT = named("upperLimit", false, "the most it may share in; none");

    static List<Parameter> all() {
        return Stream.of(REAL_TIME, LINK_SHARE, UPPER_LIMIT)
                .flatMap(curve -> Stream.of(curve.rate, curve.startRate, curve.startTime))
                .toList();
    }

    /** The curve of a class, or null when it has none. */
    @Nullable
    HfscCurve curve(TrafficClass trafficClass) {
        Settings settings = trafficClass.settings();
        if (!settings.has(rate)) {
            return null;
        }
        long steady = settings.value(rate);
        return settings.has(startRate) && settings.has(startTime)
                ? new HfscCurve(settings.value(startRate), settings.value(startTime), steady)
                : new HfscCurve(steady, 0, steady);
    }

    /** A curve written in part. */
    void findProblems(TrafficClass trafficClass, List<Problem> problems) {
        Settings settings = trafficClass.settings();
        boolean hasStart = settings.has(startRate) || settings.has(startTime);
        for (Parameter parameter : List.of(rate, startRate, startTime)) {
            if (hasStart && !settings.has(parameter)) {
                problems.add(new Problem(
                        trafficClass.name() + "." + parameter.name(),
                        "missing",
                        "given",
                        "a curve of two pieces has all of " + rate.name() + ", " + startRate.name() + " and "
                                + startTime.name()));
            }
        }
    }

    private static HfscSettings named(String name, boolean isRequired, String meaning) {
        Unit unit = Unit.BITS_PER_SECOND;
        String lasting = meaning + " (m2)";
        return new HfscSettings(
                isRequired
                        ? Parameter.required(name + "Rate", unit, LEAST_RATE, MOST_RATE, lasting)
                        : Parameter.optional(name + "Rate", unit, LEAST_RATE, MOST_RATE, lasting),
                Parameter.optional(name + "StartRate", unit, 0, MOST_RATE, "rate as a backlog begins (m1); as later"),
                Parameter.optional(
                        name + "StartTime", Unit.NANOSECONDS, 1, MOST_NANOS, "how long the start rate holds (d)"));
    }
}
