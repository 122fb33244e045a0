// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node;

import io.sojourn.node.policy.Policy;

/** Policies that several tests use. */
public final class Policies {
    private Policies() {}

    /** One policer of 20 Mbit/s and 625 000 bytes, a quarter of a second: an IOS default. */
    public static Policy policer() {
        return Policy.parse("test", """
                node: edge-1
                queues:
                  - name: wan0
                    match: { destination: 10.77.2.0/24 }
                    policer: { rate: 20Mbit, burst: 625000B }
                """);
    }

    public static Policy shaper(String rate, String burst, String limit) {
        return Policy.parse("test", """
                node: edge-1
                queues:
                  - name: wan0
                    shaper: { rate: %s, burst: %s, limit: %s }
                """.formatted(rate, burst, limit));
    }
}
