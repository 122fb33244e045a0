// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.plan;

import io.sojourn.engine.classify.PacketFields;

/** Says the leaf class of a flow's packets in one box. Asked once a flow and direction. */
@FunctionalInterface
public interface ClassChooser {
    String classOf(PacketFields header);

    /** Everything in one class. */
    static ClassChooser only(String name) {
        return header -> name;
    }
}
