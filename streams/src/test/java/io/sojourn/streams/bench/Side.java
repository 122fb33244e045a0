// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

/** One of those that are compared: reads a topic in a consumer group and commits how far it has come. */
interface Side extends AutoCloseable {
    void start();

    @Override
    void close();
}
