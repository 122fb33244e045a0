// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

/** Which congestion control the senders use. */
public enum CongestionAlgorithm {
    /** RFC 5681. */
    RENO,
    /** RFC 9438. */
    CUBIC,
    /** RFC 9438 as Linux departs from it, with HyStart (RFC 9406, without its conservative phase). */
    LINUX_CUBIC;

    CongestionControl build() {
        return switch (this) {
            case RENO -> new Reno();
            case CUBIC -> new Cubic(false);
            case LINUX_CUBIC -> new Cubic(true);
        };
    }
}
