// SPDX-License-Identifier: Apache-2.0
package io.sojourn.engine.meter;

import io.sojourn.engine.Conditioning;
import io.sojourn.engine.DisciplineType;
import io.sojourn.engine.DropCause;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.PacketStore;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Problem;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Surroundings;
import io.sojourn.engine.Unit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A limit on sessions at a time, of the class or of each source or destination. Packets of sessions that are counted
 * pass; the packet that would open one too many is dropped, and so is what follows it.
 *
 * <p>Source: iptables-extensions(8), "connlimit". A session is a flow of one direction. It is counted from the first
 * packet that {@link PacketStore#OPENS_SESSION}, or, if the flow is not TCP, from the first packet at all, until a packet
 * that {@link PacketStore#CLOSES_SESSION} or until nothing came for {@code timeout} (RFC 4787 REQ-5: five minutes are
 * recommended).
 *
 * <p>A TCP packet of an unknown flow that does not open it belongs to a session that began before this meter, or was idle
 * for longer than the timeout: it passes, and its session is counted if there is room. A pure acknowledgment of an
 * unknown flow passes without; it may be the last of a session that was closed.
 *
 * <p>At most {@code entries} sessions are counted; when they all are, no new one is let in, whoever opens it. Memory: at
 * most 64 bytes an entry, 4.2 MB for 65 536; no more than twice what was needed so far.
 */
public final class SessionLimit implements Conditioning {
    private static final Parameter SESSIONS =
            Parameter.required("sessions", Unit.COUNT, 1, 1 << 20, "most sessions at a time");
    private static final Parameter PER =
            Per.parameter(List.of("class", "source", "destination"), "what has a limit of its own");
    private static final Parameter TIMEOUT = Parameter.of(
            "timeout",
            Unit.NANOSECONDS,
            1_000_000,
            86_400_000_000_000L,
            300_000_000_000L,
            "a session without a packet for longer has ended; RFC 4787 REQ-5 recommends five minutes");
    private static final Parameter ENTRIES = Parameter.computed(
            "entries",
            Unit.COUNT,
            1,
            1 << 20,
            (before, link) -> Math.max(1 << 16, before.has(SESSIONS) ? before.value(SESSIONS) : 1),
            "most sessions counted in all; 65536, at least sessions");

    public static final DisciplineType.MeterType TYPE = new DisciplineType.MeterType(
            "session-limit",
            "https://man7.org/linux/man-pages/man8/iptables-extensions.8.html",
            "limit on sessions at a time, of a class or of each source or destination",
            List.of(SESSIONS, PER, TIMEOUT, ENTRIES),
            SessionLimit::problems,
            SessionLimit::new);

    private static final int TCP = 6;
    /** Ended sessions cleared at each packet: more than one packet can open, so that none stay. */
    private static final int CLEARED_AT_ONCE = 2;

    private final PacketStore packets;
    private final long seed;
    private Sessions sessions;
    private Per per;
    private int sessionsLimit;
    private long timeoutNanos;

    public SessionLimit(Settings settings, Surroundings around) {
        packets = around.packets();
        seed = around.seed();
        sessions = new Sessions(settings.intValue(ENTRIES), seed);
        per = Per.of(settings, PER);
        set(settings);
    }

    @Override
    public @Nullable DropCause condition(int packet, long nowNanos) {
        sessions.clear(nowNanos - timeoutNanos, CLEARED_AT_ONCE);
        int flags = packets.flags(packet);
        int session = sessions.find(packets.flow(packet));
        if (session != Sessions.NONE) {
            if ((flags & PacketStore.CLOSES_SESSION) == 0) {
                sessions.seen(session, nowNanos);
            } else {
                sessions.end(session);
            }
            return null;
        }
        return unknown(packet, flags, nowNanos);
    }

    private @Nullable DropCause unknown(int packet, int flags, long nowNanos) {
        boolean opens = (flags & PacketStore.OPENS_SESSION) != 0;
        if (!opens && (flags & (PacketStore.CLOSES_SESSION | PacketStore.PURE_ACK)) != 0) {
            return null;
        }
        long owner = per.key(packets, packet);
        if (hasRoom(owner, nowNanos)) {
            sessions.open(packets.flow(packet), owner, nowNanos);
            return null;
        }
        return opens || packets.protocol(packet) != TCP ? DropCause.LIMIT : null;
    }

    private boolean hasRoom(long owner, long nowNanos) {
        if (sessions.hasRoom(owner, sessionsLimit)) {
            return true;
        }
        // Before one is refused, all that have ended must be out of the count.
        sessions.clear(nowNanos - timeoutNanos, Integer.MAX_VALUE);
        return sessions.hasRoom(owner, sessionsLimit);
    }

    /** There is no bucket. */
    @Override
    public long levelBytes(long nowNanos) {
        return -1;
    }

    /** Counted sessions go on, also past a lower limit; if {@code per} changes, the count begins anew. */
    @Override
    public void configure(Settings settings, long nowNanos) {
        boolean carryOn = Per.of(settings, PER) == per;
        per = Per.of(settings, PER);
        set(settings);
        Sessions next = new Sessions(settings.intValue(ENTRIES), seed);
        if (carryOn) {
            next.takeOver(sessions);
        }
        sessions = next;
    }

    /** Sessions counted. */
    int sessions() {
        return sessions.size();
    }

    private void set(Settings settings) {
        sessionsLimit = settings.intValue(SESSIONS);
        timeoutNanos = settings.value(TIMEOUT);
    }

    private static List<Problem> problems(Settings settings, LinkFacts link) {
        if (!settings.has(SESSIONS) || !settings.has(ENTRIES) || settings.value(ENTRIES) >= settings.value(SESSIONS)) {
            return List.of();
        }
        return List.of(new Problem(
                ENTRIES.name(),
                Long.toString(settings.value(ENTRIES)),
                "at least sessions, " + settings.value(SESSIONS),
                "raise entries or lower sessions"));
    }
}
