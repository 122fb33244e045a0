// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

/** Which congestion control the senders use. */
public enum CongestionAlgorithm {
    /** RFC 5681. */
    RENO,
    /** RFC 9438. */
    CUBIC;

    CongestionControl build() {
        return this == RENO ? new Reno() : new Cubic();
    }
}
