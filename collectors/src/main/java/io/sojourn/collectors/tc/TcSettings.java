// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.QueueSettings;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a qdisc is in the project's words. Linux qdiscs count the Ethernet header.
 *
 * <p>A TBF whose queue holds at most two full frames does not shape: a frame that does not conform finds no room and is
 * dropped. It is an exact policer, and its drops are policing. That {@code limit} is below {@code burst} is not enough
 * to call it one: 600 000 bytes of queue behind a bucket of 625 000 still delay.
 */
final class TcSettings {
    /** A full Ethernet frame without FCS. */
    static final int FRAME_BYTES = 1514;

    private static final int POLICER_QUEUE_FRAMES = 2;

    private TcSettings() {}

    /** A root that is not HTB, with what hangs below it. */
    static QueueSettings plain(Qdisc root, List<Qdisc> children) {
        if (root.kind().equals("tbf")) {
            return tbf(root, children.isEmpty() ? null : children.get(0));
        }
        return bounded(discipline(root.kind()), null, null, root);
    }

    private static QueueSettings tbf(Qdisc tbf, @Nullable Qdisc child) {
        @Nullable Long rate = bits(tbf.options().rateBytesPerSecond());
        @Nullable Long burst = tbf.options().burstBytes();
        if (child != null && !child.kind().equals("bfifo")) {
            return below(rate, burst, child);
        }
        @Nullable Long limitBytes = child != null ? child.options().limit() : limitBytes(tbf.options());
        if (limitBytes != null && limitBytes < (POLICER_QUEUE_FRAMES + 1) * FRAME_BYTES) {
            return settings(Discipline.POLICER, rate, burst, null, null);
        }
        return settings(Discipline.SHAPER, rate, burst, null, limitBytes);
    }

    /** tc prints the limit itself only when it is below the burst, else the latency (limit - burst) / rate. */
    private static @Nullable Long limitBytes(Qdisc.Options tbf) {
        if (tbf.limit() != null) {
            return tbf.limit();
        }
        if (tbf.latencyMicros() == null || tbf.rateBytesPerSecond() == null || tbf.burstBytes() == null) {
            return null;
        }
        return Math.round(tbf.latencyMicros() / 1e6 * tbf.rateBytesPerSecond()) + tbf.burstBytes();
    }

    /** HTB leaves that are alike. */
    static QueueSettings htb(List<Qdisc> leaves, List<TcClass> classes) {
        if (leaves.isEmpty()) {
            return settings(Discipline.SHAPER, null, null, null, null);
        }
        Qdisc leaf = leaves.get(0);
        @Nullable TcClass tcClass = find(leaf.parent(), classes);
        @Nullable Long burst = tcClass == null ? null : tcClass.ceilBurstBytes();
        if (leaves.size() > 1) {
            return settings(Discipline.SHAPER, ceilBitsPerSecond(leaf, classes), burst, null, null);
        }
        return below(ceilBitsPerSecond(leaf, classes), burst, leaf);
    }

    /** What leaves must share to be one queue. */
    static String likeness(Qdisc leaf, List<TcClass> classes) {
        @Nullable TcClass tcClass = find(leaf.parent(), classes);
        String shape = tcClass == null
                ? "?"
                : tcClass.parent() + " " + tcClass.rateBitsPerSecond() + " " + tcClass.ceilBitsPerSecond();
        return shape + " " + leaf.kind() + " " + leaf.options();
    }

    /** A token bucket over a queue of its own discipline. */
    private static QueueSettings below(@Nullable Long rate, @Nullable Long burst, Qdisc queue) {
        Discipline discipline = discipline(queue.kind());
        boolean managed = discipline == Discipline.CODEL || discipline == Discipline.FQ_CODEL;
        return bounded(managed ? discipline : Discipline.SHAPER, rate, burst, queue);
    }

    /** The least ceiling from the leaf to the root: what it may reach when nobody else sends. */
    private static @Nullable Long ceilBitsPerSecond(Qdisc leaf, List<TcClass> classes) {
        @Nullable Long least = null;
        @Nullable TcClass at = find(leaf.parent(), classes);
        // HTB is at most 8 levels deep (tc-htb(8)); the bound ends a loop in damaged input.
        for (int level = 0; at != null && level < 8; level++) {
            @Nullable Long ceil = at.ceilBitsPerSecond();
            least = least == null || (ceil != null && ceil < least) ? ceil : least;
            at = find(at.parent(), classes);
        }
        return least;
    }

    private static @Nullable TcClass find(@Nullable String classId, List<TcClass> classes) {
        for (TcClass tcClass : classes) {
            if (Objects.equals(classId, tcClass.classId())) {
                return tcClass;
            }
        }
        return null;
    }

    private static Discipline discipline(String kind) {
        return switch (kind) {
            case "pfifo", "bfifo", "pfifo_fast", "pfifo_head_drop", "noqueue" -> Discipline.FIFO;
            case "fq_codel" -> Discipline.FQ_CODEL;
            case "codel" -> Discipline.CODEL;
            default -> Discipline.UNKNOWN;
        };
    }

    /** Limit, target and interval are those of the queue. */
    private static QueueSettings bounded(
            Discipline discipline, @Nullable Long rate, @Nullable Long burst, Qdisc queue) {
        boolean bytes = queue.kind().equals("bfifo");
        Qdisc.Options options = queue.options();
        return new QueueSettings(
                discipline,
                rate,
                burst,
                bytes ? null : options.limit(),
                bytes ? options.limit() : null,
                options.targetMicros(),
                options.intervalMicros(),
                LengthAccounting.ETHERNET);
    }

    private static QueueSettings settings(
            Discipline discipline,
            @Nullable Long rate,
            @Nullable Long burst,
            @Nullable Long limitPackets,
            @Nullable Long limitBytes) {
        return new QueueSettings(
                discipline, rate, burst, limitPackets, limitBytes, null, null, LengthAccounting.ETHERNET);
    }

    private static @Nullable Long bits(@Nullable Long bytes) {
        return bytes == null ? null : bytes * Byte.SIZE;
    }
}
