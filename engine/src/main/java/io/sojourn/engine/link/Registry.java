// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.link;

import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.cake.Cake;
import io.sojourn.engine.fair.FqCodel;
import io.sojourn.engine.fair.Sfq;
import io.sojourn.engine.fair.Wfq;
import io.sojourn.engine.meter.PacketRate;
import io.sojourn.engine.meter.Rfc4115;
import io.sojourn.engine.meter.SessionLimit;
import io.sojourn.engine.meter.SrTcm;
import io.sojourn.engine.meter.TrTcm;
import io.sojourn.engine.meter.TwoColorPolicer;
import io.sojourn.engine.queue.CoDel;
import io.sojourn.engine.queue.DualPi2;
import io.sojourn.engine.queue.Fifo;
import io.sojourn.engine.queue.Pie;
import io.sojourn.engine.queue.Red;
import io.sojourn.engine.queue.Wred;
import io.sojourn.engine.schedule.Cbq;
import io.sojourn.engine.schedule.Drr;
import io.sojourn.engine.schedule.Hfsc;
import io.sojourn.engine.schedule.Htb;
import io.sojourn.engine.schedule.Priq;
import io.sojourn.engine.shape.CiscoShaper;
import io.sojourn.engine.shape.Tbf;
import java.util.List;
import java.util.Optional;

/** Every discipline there is, one line each. */
public final class Registry {
    private static final List<DisciplineType> TYPES = List.of(
            // meters
            TwoColorPolicer.TYPE,
            SrTcm.TYPE,
            TrTcm.TYPE,
            Rfc4115.TYPE,
            PacketRate.TYPE,
            SessionLimit.TYPE,
            // queues
            Fifo.TYPE,
            CoDel.TYPE,
            DualPi2.TYPE,
            Red.TYPE,
            Wred.TYPE,
            Pie.TYPE,
            FqCodel.TYPE,
            Sfq.TYPE,
            Wfq.TYPE,
            Cake.TYPE,
            // shapers
            Tbf.TYPE,
            CiscoShaper.TYPE,
            // schedulers
            Priq.TYPE,
            Drr.TYPE,
            Cbq.TYPE,
            Htb.TYPE,
            Hfsc.TYPE);

    private Registry() {}

    /** In the order of help texts. */
    public static List<DisciplineType> types() {
        return TYPES;
    }

    /** Those of one kind, for example {@code DisciplineType.QueueType.class}. */
    public static <T extends DisciplineType> List<T> types(Class<T> kind) {
        return TYPES.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    public static <T extends DisciplineType> Optional<T> find(Class<T> kind, String name) {
        return types(kind).stream().filter(type -> type.name().equals(name)).findFirst();
    }
}
