// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import java.util.List;

/** Where points go. Called by one thread. */
interface PointSink extends AutoCloseable {
    /** The store can't take anything now: the same points may be tried again. */
    final class Away extends Exception {
        private static final long serialVersionUID = 1L;

        Away(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** The store won't take these points, at least one of them. Others of them may have been stored. */
    final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        private final boolean all;

        /** @param all whether each of them was refused, so that there is no use in looking for the bad one */
        Refused(String message, boolean all) {
            super(message);
            this.all = all;
        }

        boolean all() {
            return all;
        }
    }

    /** Creates database or tables where they are missing. May be repeated. */
    void prepare() throws Away;

    /** Stores the points; storing a point again changes nothing. */
    void write(List<Line> lines) throws Away, Refused;

    @Override
    void close();
}
