// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.streams.LocalBroker;
import java.nio.file.Path;

/** A broker that runs until its input ends; answers with its address. */
final class BrokerProcess {
    private BrokerProcess() {}

    public static void main(String[] arguments) throws Exception {
        try (LocalBroker broker = new LocalBroker(Path.of(arguments[0]))) {
            broker.start();
            Child.answer(broker.ends().bootstrapServers());
            while (System.in.read() >= 0) {
                // Until the end.
            }
        }
        System.exit(0);
    }
}
