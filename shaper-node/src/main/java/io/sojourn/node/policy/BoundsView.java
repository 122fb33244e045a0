// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.Parameter;
import io.sojourn.engine.Unit;
import io.sojourn.node.policy.PolicyView.Place;
import io.sojourn.node.policy.PolicyView.Value;
import io.sojourn.node.settings.SettingBounds;
import java.util.List;

/** How far settings of a queue may go, for a {@link PolicyView}. */
final class BoundsView {
    private static final Parameter RATE = of("rate", Unit.BITS_PER_SECOND);
    private static final Parameter BURST = of("burst", Unit.BYTES);
    private static final Parameter LIMIT = of("limit", Unit.PACKETS);
    private static final Parameter LIMIT_BYTES = of("limitBytes", Unit.BYTES);
    private static final Parameter TARGET = of("target", Unit.NANOSECONDS);
    private static final Parameter INTERVAL = of("interval", Unit.NANOSECONDS);
    private static final long NANOS_PER_MICRO = 1_000;

    private BoundsView() {}

    static Place of(QueuePolicy queue, Written written) {
        SettingBounds is = queue.bounds();
        List<Value> values = List.of(
                value(RATE, is.rateBitsPerSecond(), 1, queue, written),
                value(BURST, is.burstBytes(), 1, queue, written),
                value(LIMIT, is.limitPackets(), 1, queue, written),
                value(LIMIT_BYTES, is.limitBytes(), 1, queue, written),
                value(TARGET, is.targetMicros(), NANOS_PER_MICRO, queue, written),
                value(INTERVAL, is.intervalMicros(), NANOS_PER_MICRO, queue, written));
        return new Place("", "bounds", "", values, List.of());
    }

    private static Value value(
            Parameter parameter, SettingBounds.Bound is, long factor, QueuePolicy queue, Written written) {
        boolean isComputed = !written.isBounded(queue.name(), parameter.name());
        return PolicyValues.range(parameter, is.low() * factor, is.high() * factor, isComputed);
    }

    private static Parameter of(String name, Unit unit) {
        return Parameter.required(name, unit, 0, Long.MAX_VALUE, "bound of settings that come later");
    }
}
