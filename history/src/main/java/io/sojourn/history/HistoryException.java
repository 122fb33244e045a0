// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import org.jspecify.annotations.Nullable;

/** The store did not answer, or not with an answer: the message names its address and what it said. */
public final class HistoryException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    HistoryException(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
