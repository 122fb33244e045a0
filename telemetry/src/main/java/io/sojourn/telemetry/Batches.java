// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads what stands in a batch of windows. A batch that can't be read as a whole, say for a queue whose discipline a newer node
 * names, is read window by window: one that is refused takes none of the others with it.
 */
public final class Batches {
    private Batches() {}

    /**
     * The windows of a {@link WindowBatch}.
     *
     * @param refused told of each window that can't be read, or of the batch
     */
    public static List<QueueWindow> windows(byte[] bytes, Consumer<OutOfRange> refused) {
        return read(bytes, () -> Wire.read(bytes, WindowBatch.class).windows(), QueueWindow.class, refused);
    }

    /** The windows of a {@link FlowWindowBatch}, likewise. */
    public static List<FlowWindow> flowWindows(byte[] bytes, Consumer<OutOfRange> refused) {
        return read(bytes, () -> Wire.read(bytes, FlowWindowBatch.class).windows(), FlowWindow.class, refused);
    }

    private static <T extends Record> List<T> read(
            byte[] bytes, Supplier<List<T>> whole, Class<T> type, Consumer<OutOfRange> refused) {
        try {
            return whole.get();
        } catch (OutOfRange e) {
            List<T> kept = new ArrayList<>();
            List<OutOfRange> left = new ArrayList<>();
            Wire.readEach(bytes, "windows", type, kept, left);
            if (left.isEmpty()) {
                left.add(e);
            }
            left.forEach(refused);
            return kept;
        }
    }
}
