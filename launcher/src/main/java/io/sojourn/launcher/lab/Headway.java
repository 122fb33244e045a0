// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

/** Is told how far runs are, by several threads at once. What it does changes nothing of what a run gives. */
public interface Headway {
    /** For whoever does not want to know. */
    Headway UNSEEN = new Headway() {
        @Override
        public void passed(long virtualNanos) {}

        @Override
        public void done(int runs) {}
    };

    /** So much more virtual time is over in one of the runs. */
    void passed(long virtualNanos);

    /** So many runs are done. */
    void done(int runs);
}
