// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import io.sojourn.telemetry.FlowSample;
import io.sojourn.telemetry.FlowWindow;
import io.sojourn.telemetry.OutOfRange;
import io.sojourn.telemetry.Wire;
import io.sojourn.telemetry.WireFormat;

/** Names and round-trip times of a window's flows may pass the size of a record: then the smaller half joins the others. */
final class LargerHalf {
    /** What a batch of one needs around it. */
    private static final int ROOM_BYTES = 4_096;

    private LargerHalf() {}

    static FlowWindow fitting(FlowWindow window, WireFormat format) {
        return window.flows().isEmpty() || fits(window, format) ? window : fitting(of(window), format);
    }

    private static boolean fits(FlowWindow window, WireFormat format) {
        try {
            return Wire.write(window, format).length <= Wire.RECORD_LIMIT_BYTES - ROOM_BYTES;
        } catch (OutOfRange tooLarge) {
            return false;
        }
    }

    private static FlowWindow of(FlowWindow window) {
        int half = window.flows().size() / 2;
        long otherBytes = window.otherBytes();
        for (FlowSample flow : window.flows().subList(half, window.flows().size())) {
            otherBytes = otherBytes > Long.MAX_VALUE - flow.bytes() ? Long.MAX_VALUE : otherBytes + flow.bytes();
        }
        return new FlowWindow(
                window.schema(),
                window.node(),
                window.queue(),
                window.sizeMillis(),
                window.startMillis(),
                window.flows().subList(0, half),
                otherBytes);
    }
}
