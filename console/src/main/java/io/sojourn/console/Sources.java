// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import org.jspecify.annotations.Nullable;

/**
 * Where an answer comes from.
 *
 * @param live the newest windows, from whoever folds them
 * @param history everything else, from the store
 */
record Sources(Source live, Source history) {
    /** @param detail why it did not answer; null when it did */
    record Source(boolean fine, @Nullable String detail) {
        static final Source FINE = new Source(true, null);

        /** What is wrong with the store is in the console's log and in its health, not in answers. */
        static final Source STORE_DOWN = new Source(false, "it does not answer; GET /api/health says more");

        static Source failing(Exception e) {
            return new Source(false, String.valueOf(e.getMessage()));
        }
    }
}
