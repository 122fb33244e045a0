// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import java.util.Optional;

/** One row of the decision table: what speaks for one cause, whatever speaks for the others. */
interface Suspect {
    /** Empty when what it takes was not seen: no data is no score, which is not a score of 0. */
    Optional<Suspicion> suspicion(Views views);
}
