// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/**
 * One bin of a {@link Sketch}.
 *
 * @param index DDSketch index: values in ({@code gamma^(index-1)}, {@code gamma^index}]
 * @param count values in it, at least 1
 */
public record SketchBin(int index, long count) {
    public SketchBin {
        Range.atLeast("count", count, 1);
    }
}
