// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.lab.plan.HopPlan;
import io.sojourn.launcher.labnode.LabSamples;
import io.sojourn.telemetry.SampleBatch;
import io.sojourn.telemetry.Wire;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The batches that the boxes of a case would send if they were nodes of ours, each a line of JSON. */
public final class SampleLines {
    private SampleLines() {}

    /**
     * Runs the case once. Each box is a node of its own: scenario-case-box, without the box where there is but one.
     *
     * @param epochMillis what their clocks show when virtual time is 0, a whole second
     * @throws UncheckedIOException when a line cannot be written
     */
    public static void write(String scenario, NetworkCase run, long seed, long epochMillis, Appendable to) {
        LabSamples.run(run.plan(seed), nodes(scenario + "-" + run.name(), run.hops()), epochMillis, batch -> {
            write(batch, to);
        });
    }

    /** Whether a case has a box, without which there is nothing to write. */
    public static boolean hasNodes(NetworkCase run) {
        return !boxes(run.hops()).isEmpty();
    }

    private static List<HopPlan.Box> boxes(List<HopPlan> hops) {
        return hops.stream()
                .filter(HopPlan.Box.class::isInstance)
                .map(HopPlan.Box.class::cast)
                .filter(box -> box.classes() instanceof BoxClasses)
                .toList();
    }

    private static Map<String, LabSamples.As> nodes(String name, List<HopPlan> hops) {
        List<HopPlan.Box> boxes = boxes(hops);
        Map<String, LabSamples.As> nodes = new LinkedHashMap<>();
        for (HopPlan.Box box : boxes) {
            String node = (boxes.size() == 1 ? name : name + "-" + box.name()).replace('/', '-');
            nodes.put(box.name(), new LabSamples.As(node, ((BoxClasses) box.classes()).policy()));
        }
        return nodes;
    }

    private static void write(SampleBatch batch, Appendable to) {
        try {
            to.append(Wire.text(batch)).append('\n');
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
