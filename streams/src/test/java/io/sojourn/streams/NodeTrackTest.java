// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.streams.fold.FoldRules;
import io.sojourn.streams.fold.Inventory;
import io.sojourn.streams.fold.NodeFold;
import org.junit.jupiter.api.Test;

final class NodeTrackTest {
    private final NodeTrack track =
            new NodeTrack(new NodeFold("edge-1", FoldRules.defaults(), Inventory.NONE), FoldRules.defaults(), 0);

    @Test
    void batchEachSecondHasAnEarlyLookThoughItsTimeWavers() {
        for (long millis : new long[] {10_000, 10_990, 12_010, 12_995, 14_000}) {
            assertThat(track.takesEarlyLook(millis, 1_000)).as("at %d", millis).isTrue();
        }
    }

    @Test
    void batchesFiveTimesASecondHaveOneLookASecond() {
        int looks = 0;
        for (long millis = 10_000; millis < 20_000; millis += 200) {
            looks += track.takesEarlyLook(millis, 1_000) ? 1 : 0;
        }

        assertThat(looks).isEqualTo(10);
    }
}
