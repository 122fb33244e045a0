// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

/** A benchmark could not be carried out; the message says why. */
final class BenchFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    BenchFailure(String message) {
        super(message);
    }

    BenchFailure(String message, Throwable cause) {
        super(message, cause);
    }
}
