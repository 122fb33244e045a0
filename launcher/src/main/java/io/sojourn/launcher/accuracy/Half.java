// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32;

/**
 * Which half of every set is looked at: settings are chosen by one half, and figures reported of the other. A case falls
 * by the CRC-32 of its name up to the first slash, so that all views of a run fall together, and always the same way.
 */
public enum Half {
    CHOOSE,
    REPORT,
    ALL;

    public boolean contains(LabelledCase labelled) {
        return this == ALL || this == of(labelled.name());
    }

    static Half of(String name) {
        CRC32 hash = new CRC32();
        hash.update(name.split("/", 2)[0].getBytes(StandardCharsets.UTF_8));
        return (hash.getValue() & 1) == 0 ? CHOOSE : REPORT;
    }
}
