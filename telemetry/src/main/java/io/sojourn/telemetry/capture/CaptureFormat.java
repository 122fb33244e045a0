// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry.capture;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One of the file formats. */
interface CaptureFormat {
    /**
     * @return false at the proper end of the file
     * @throws Flaw when the rest cannot be read
     */
    boolean next(CapturedPacket into) throws IOException;

    /** Packets that the capturing host says it missed; null when the file says nothing of that. */
    default @Nullable Long missedPackets() {
        return null;
    }
}
