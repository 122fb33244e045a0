// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.run;

import io.sojourn.collectors.FlowView;
import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.LossTrail;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What the flows of a recording showed, second by second. */
final class FlowRecording {
    private final TreeMap<Long, FlowView> seconds;

    /** @param seconds views by the second since 1970 they begin at */
    FlowRecording(SortedMap<Long, FlowView> seconds) {
        this.seconds = new TreeMap<>(seconds);
    }

    SortedMap<Long, FlowView> seconds() {
        return seconds;
    }

    FlowView second(long second) {
        return seconds.getOrDefault(second, FlowView.none());
    }

    boolean isEmpty() {
        return dataPackets() == 0;
    }

    long dataPackets() {
        long sum = 0;
        for (FlowView view : seconds.values()) {
            @Nullable Long packets = view.dataPackets();
            sum += packets == null ? 0 : packets;
        }
        return sum;
    }

    /** Bytes of the flows shown, as they were sent. */
    long bytes() {
        return seconds.values().stream()
                .flatMap(view -> view.flows().stream())
                .mapToLong(FlowSample::bytes)
                .sum();
    }

    /** Least round-trip time of all, {@code Long.MAX_VALUE} when there is none. */
    long minRttMicros() {
        return seconds.values().stream()
                .filter(view -> !view.rttMicros().isEmpty())
                .mapToLong(view -> view.rttMicros().min())
                .min()
                .orElse(Long.MAX_VALUE);
    }

    List<LossTrail> trails() {
        List<LossTrail> trails = new ArrayList<>();
        seconds.values().forEach(view -> trails.addAll(view.trails()));
        return trails;
    }
}
