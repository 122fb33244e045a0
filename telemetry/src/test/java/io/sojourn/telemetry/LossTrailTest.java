// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class LossTrailTest {
    @Test
    void cellsAddUpAtTheIndexOfTheFirst() {
        assertThat(new LossCell(3, 1, 1_514, 2, 3_028).plus(new LossCell(9, 10, 15_140, 20, 30_280)))
                .isEqualTo(new LossCell(3, 11, 16_654, 22, 33_308));
        assertThat(new LossCell(3, 1, 1_514, 2, 3_028).at(7)).isEqualTo(new LossCell(7, 1, 1_514, 2, 3_028));
    }

    @Test
    void renamedTrailDiffersInNothingElse() {
        List<LossCell> cells = List.of(new LossCell(0, 1, 1_514, 1, 1_514));
        LossTrail trail = new LossTrail("a", "*", 5_000, 1_000, cells, Sketch.of(20_000), 19_000);

        assertThat(trail.renamed("b", "f"))
                .isEqualTo(new LossTrail("b", "f", 5_000, 1_000, cells, Sketch.of(20_000), 19_000));
    }
}
