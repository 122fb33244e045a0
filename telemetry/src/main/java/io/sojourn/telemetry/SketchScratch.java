// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** What a thread needs again and again for sketches: a merge alone would leave kilobytes behind. One use at a time. */
final class SketchScratch {
    private static final ThreadLocal<SketchScratch> OF_THREAD = ThreadLocal.withInitial(SketchScratch::new);

    final SketchBuilder builder = new SketchBuilder();
    final SketchWriter writer = new SketchWriter();
    private final SketchReader reader = new SketchReader();

    private SketchScratch() {}

    static SketchScratch get() {
        return OF_THREAD.get();
    }

    /** Good until the next is asked for. */
    static SketchReader read(byte[] packed) {
        return get().reader.begin(packed);
    }
}
