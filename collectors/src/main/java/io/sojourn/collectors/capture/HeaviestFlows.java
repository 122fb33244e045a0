// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** The flows with the most bytes of all that have ended, at most {@value #LIMIT}. */
final class HeaviestFlows {
    static final int LIMIT = 64;

    private static final Comparator<CapturedFlow> BY_BYTES = Comparator.comparingLong(CapturedFlow::bytes);

    private final PriorityQueue<CapturedFlow> lightestFirst = new PriorityQueue<>(BY_BYTES);

    void ended(Flow flow) {
        CapturedFlow lightest = lightestFirst.peek();
        if (lightestFirst.size() == LIMIT && lightest != null && lightest.bytes() >= flow.totalBytes()) {
            return;
        }
        lightestFirst.add(flow.report());
        if (lightestFirst.size() > LIMIT) {
            lightestFirst.remove();
        }
    }

    List<CapturedFlow> heaviestFirst() {
        List<CapturedFlow> flows = new ArrayList<>(lightestFirst);
        flows.sort(BY_BYTES.reversed());
        return flows;
    }
}
