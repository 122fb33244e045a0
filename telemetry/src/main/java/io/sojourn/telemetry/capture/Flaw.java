// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

import java.io.IOException;

/** The rest of a capture cannot be read, for what its bytes are. */
final class Flaw extends IOException {
    private static final long serialVersionUID = 1L;

    /**
     * @param what what was met, with its value
     * @param bound what it may be
     * @param mend what to do
     */
    Flaw(String what, String bound, String mend) {
        super(what + "; must be " + bound + "; " + mend);
    }

    static Flaw cutShort(String what, int wanted, int found) {
        return new Flaw(
                "the file ends inside " + what + ", " + found + " of " + wanted + " bytes are there",
                "whole",
                "copy the capture again, or let the capturing program end it properly");
    }
}
