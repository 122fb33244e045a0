// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.collectors.Fault;
import io.sojourn.collectors.Fields;
import io.sojourn.collectors.Unreadable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code tc -s -j qdisc show dev X} (tried with iproute2 6.1): an array with an object a qdisc, counters flat in
 * it. A qdisc that can't be read is named and left out; the others are read.
 */
public final class QdiscParser {
    private static final String MEND = "take it with tc -s -j qdisc show dev DEVICE (with -s, without -d)";

    private QdiscParser() {}

    public static List<Qdisc> parse(JsonNode array, Consumer<Fault> faults) {
        if (!array.isArray()) {
            faults.accept(
                    new Fault("qdiscs", array.isMissingNode() ? "missing" : array.toString(), "a JSON array", MEND));
            return List.of();
        }
        List<Qdisc> qdiscs = new ArrayList<>();
        for (JsonNode node : array) {
            try {
                qdiscs.add(qdisc(Fields.of("qdisc", node, MEND)));
            } catch (Unreadable unreadable) {
                faults.accept(unreadable.fault());
            }
        }
        return qdiscs;
    }

    private static Qdisc qdisc(Fields fields) throws Unreadable {
        String kind = fields.text("kind");
        String handle = fields.text("handle");
        @Nullable String parent = fields.isTrue("root") ? null : fields.text("parent");
        return new Qdisc(kind, handle, parent, options(fields.object("options")), counters(fields));
    }

    private static Qdisc.Options options(Fields options) throws Unreadable {
        return new Qdisc.Options(
                options.countIfPresent("rate"),
                options.countIfPresent("burst"),
                options.countIfPresent("lat"),
                options.countIfPresent("limit"),
                options.countIfPresent("target"),
                options.countIfPresent("interval"));
    }

    private static TcCounters counters(Fields fields) throws Unreadable {
        return new TcCounters(
                fields.count("bytes"),
                fields.count("packets"),
                fields.count("drops"),
                orZero(fields.countIfPresent("drop_overlimit")),
                orZero(fields.countIfPresent("ecn_mark")),
                fields.count("backlog"),
                fields.count("qlen"));
    }

    /** Only managed queues print these two. */
    private static long orZero(@Nullable Long value) {
        return value == null ? 0 : value;
    }
}
