// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** A store that can be away and dislike points. Like InfluxDB 1, it may keep the good points of a batch it refuses. */
final class FakeSink implements PointSink {
    final List<Line> stored = new ArrayList<>();
    final List<Integer> batchSizes = new ArrayList<>();
    Predicate<Line> bad = line -> false;
    boolean away;
    int awayAfterWrites = Integer.MAX_VALUE;
    int prepared;

    @Override
    public void prepare() throws Away {
        failIfAway();
        prepared++;
    }

    @Override
    public void write(List<Line> lines) throws Away, Refused {
        failIfAway();
        batchSizes.add(lines.size());
        if (lines.stream().anyMatch(bad)) {
            throw new Refused("bad point", lines.stream().allMatch(bad));
        }
        stored.addAll(lines);
        if (batchSizes.size() == awayAfterWrites) {
            away = true;
        }
    }

    private void failIfAway() throws Away {
        if (away) {
            throw new Away("store is away", new IOException("refused"));
        }
    }

    @Override
    public void close() {}
}
