// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.schedule;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Problem;
import io.sojourn.engine.QueueDiscipline;
import io.sojourn.engine.Rig;
import io.sojourn.engine.Settings;
import io.sojourn.engine.TrafficClass;
import io.sojourn.engine.queue.Fifo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Classes of an HTB under test, each leaf with a long FIFO; the number of a leaf's packets is its place in the list. */
final class HtbTree {
    static final LinkFacts LINK = new LinkFacts(LinkFacts.UNLIMITED, 1514);
    static final int TOP = -1;

    final Rig rig;
    final List<TrafficClass> classes = new ArrayList<>();

    HtbTree(Rig rig) {
        this.rig = rig;
    }

    /** A class that is made of others. */
    int inner(String name, int parent, Map<String, Long> given) {
        return add(name, parent, given, null);
    }

    int leaf(String name, int parent, Map<String, Long> given) {
        return add(name, parent, given, new Fifo(Rig.settings(Fifo.TYPE, Map.of("limit", 1_000_000L)), rig.around));
    }

    int leaf(String name, int parent, Map<String, Long> given, QueueDiscipline queue) {
        return add(name, parent, given, queue);
    }

    Htb build(long nowNanos) {
        return build(Map.of(), nowNanos);
    }

    Htb build(Map<String, Long> given, long nowNanos) {
        return new Htb(Settings.of(Htb.TYPE.parameters(), given, LINK), rig.around, classes, nowNanos);
    }

    List<Problem> problems(LinkFacts link) {
        return Htb.TYPE.classCheck().problems(Settings.of(Htb.TYPE.parameters(), Map.of(), link), classes, link);
    }

    /** Packets of 1514 bytes, or any other length, all arriving now. */
    void offer(Htb htb, int leaf, int lengthBytes, int count, long nowNanos) {
        for (int i = 0; i < count; i++) {
            htb.enqueue(rig.packet(lengthBytes, leaf, leaf, nowNanos), nowNanos);
        }
    }

    private int add(
            String name,
            int parent,
            Map<String, Long> given,
            @org.jspecify.annotations.Nullable QueueDiscipline queue) {
        Settings settings = Settings.of(Htb.TYPE.classParameters(), given, LINK);
        int index = classes.size();
        classes.add(new TrafficClass(name, parent, settings, queue, queue == null ? new int[0] : new int[] {index}));
        return index;
    }
}
