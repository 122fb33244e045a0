// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import io.sojourn.telemetry.QueueWindow;
import java.io.IOException;
import java.util.List;

/**
 * The newest windows, final and so far, from whoever folds them: without the store, and before it has them. Called from
 * several threads at once.
 *
 * <p>Every method throws {@link IOException}, saying why, when nobody can answer now; the console then goes on with the store.
 */
public interface LiveWindows {
    /** Where nobody was named to be asked. */
    LiveWindows NONE = new LiveWindows() {
        @Override
        public List<QueueWindow> newest(long sizeMillis, int limit) throws IOException {
            throw new IOException("nobody was named to be asked");
        }

        @Override
        public List<QueueWindow> newest(String node, String queue) throws IOException {
            throw new IOException("nobody was named to be asked");
        }
    };

    /** Those of one size, of all queues; at most so many. */
    List<QueueWindow> newest(long sizeMillis, int limit) throws IOException;

    /** Those of one queue, of every size. */
    List<QueueWindow> newest(String node, String queue) throws IOException;
}
