// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

import java.util.ArrayList;
import java.util.List;

/** What all flows of a capture report to. */
final class Tally {
    /** Flows of one interval that get a sample of their own at most; the others still count in their direction. */
    static final int LISTED_LIMIT = 65_536;

    /** Flows with data, or with a loss found, in this interval. */
    final List<Flow> listed = new ArrayList<>();

    final HeaviestFlows heaviest = new HeaviestFlows();

    long lateLosses;
    /** Segments that were acknowledged and not seen. */
    long missed;
}
