// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.capture;

/** Where a capture was taken, as the two halves of a flow's round trip tell: from here to the receiver, and to the sender. */
public enum CaptureSide {
    /** The receiver is at least four times as far as the sender. */
    SENDER("near the sender"),
    /** The sender is at least four times as far as the receiver. */
    RECEIVER("near the receiver"),
    /** Neither. */
    MIDDLE("between the two"),
    /** One of the halves was not seen: no handshake, and no timestamps or too few. */
    UNKNOWN("at an unknown place");

    private final String words;

    CaptureSide(String words) {
        this.words = words;
    }

    /** For a person: "near the sender". */
    public String words() {
        return words;
    }
}
