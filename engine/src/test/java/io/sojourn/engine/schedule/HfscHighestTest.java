// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.Rig;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HfscHighestTest {
    private static final int CHILDREN = 7;

    private final HfscClasses classes = classes();
    private final HfscHighest highest =
            new HfscHighest(classes, IntStream.range(0, CHILDREN).toArray());
    private int active;

    private static HfscClasses classes() {
        ClassList list = new ClassList(new Rig(), Hfsc.TYPE, 1_000_000_000);
        for (int child = 0; child < CHILDREN; child++) {
            list.leaf("class" + child, -1, Map.of("linkShareRate", 1_000_000L));
        }
        return new HfscClasses(list.classes, 1514);
    }

    /** Asked often and seldom in turn, so that children are put in order and let go again. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void itIsThatOfTheActiveChildFurthestAhead(long seed) {
        Random random = new Random(seed);
        for (int step = 0; step < 20_000; step++) {
            change(random.nextInt(CHILDREN), random);
            if (active > 0 && random.nextInt(step % 200 < 100 ? 2 : 20) == 0) {
                assertThat(highest.nanos()).isEqualTo(furthestNanos());
            }
        }
    }

    private void change(int child, Random random) {
        if (!classes.isActive(child)) {
            active++;
            classes.clocks().restart(classes.linkShare(child), random.nextInt(1_000_000));
            classes.setActive(child, true);
        } else if (random.nextInt(4) == 0) {
            active--;
            highest.remove(child);
            classes.setActive(child, false);
            return;
        } else {
            classes.clocks().served(classes.linkShare(child), 1 + random.nextInt(1500));
        }
        if (active == 1) {
            highest.putFirst(child, classes.virtualNanos(child));
        } else {
            highest.put(child, classes.virtualNanos(child));
        }
    }

    private long furthestNanos() {
        return IntStream.range(0, CHILDREN)
                .filter(classes::isActive)
                .mapToLong(classes::virtualNanos)
                .max()
                .orElseThrow();
    }
}
