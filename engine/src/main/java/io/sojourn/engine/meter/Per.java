// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import java.util.List;

/** What is limited apart from its like. */
enum Per {
    /** Everything that comes by the meter. */
    CLASS,
    SOURCE,
    DESTINATION,
    FLOW;

    /** The word by which an operator chooses one of {@code choices}. */
    static Parameter parameter(List<String> choices, String meaning) {
        return Parameter.word("per", choices, meaning);
    }

    static Per of(Settings settings, Parameter parameter) {
        return switch (Marking.word(settings, parameter)) {
            case "source" -> SOURCE;
            case "destination" -> DESTINATION;
            case "flow" -> FLOW;
            default -> CLASS;
        };
    }

    long key(PacketStore packets, int packet) {
        return switch (this) {
            case CLASS -> 0;
            case SOURCE -> packets.sourceHost(packet);
            case DESTINATION -> packets.destinationHost(packet);
            case FLOW -> packets.flow(packet);
        };
    }
}
