// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** What is printed, and why it could not be: a writer above it only knows that. */
final class StandardOutput extends FilterOutputStream {
    /** Whoever read it has seen enough, as head(1) does. */
    private static final String NO_READER = "Broken pipe";

    private volatile @Nullable String failure;

    StandardOutput(OutputStream out) {
        super(out);
    }

    /** Why something could not be printed; null when all could, or nobody reads it any more. */
    @Nullable
    String failure() {
        return NO_READER.equals(failure) ? null : failure;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        try {
            out.write(bytes, offset, length);
        } catch (IOException e) {
            failure = String.valueOf(e.getMessage());
            throw e;
        }
    }
}
