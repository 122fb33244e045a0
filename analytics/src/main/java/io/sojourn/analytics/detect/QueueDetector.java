// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.QueueWindow;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;

/**
 * One queue's findings from its 1 s windows and loss trails. Event time only: what comes out depends on the windows and
 * trails alone, not on how they interleave, as long as {@link #advance} is called for a time only when everything up to
 * it has come.
 *
 * <p>Each second is evaluated over a trailing horizon of 10 s, up to 30 s while that holds fewer than 200 packets. A
 * cause is raised when three evaluations in a row say it (five those of loss that neither a policer nor a standing queue explains). A change of settings starts
 * the horizon anew. A queue without packets for 60 s is INSUFFICIENT again.
 *
 * <p>Error: a change of cause shows three to ten seconds after it.
 */
public final class QueueDetector {
    /** Windows that are evaluated. */
    public static final long WINDOW_MILLIS = 1_000;
    /** Windows whose end is the time to tell: all of 1 s that lie in one have come before it. */
    public static final long TELLING_MILLIS = 10_000;

    static final long HORIZON_MILLIS = 10_000;
    static final long LONGEST_HORIZON_MILLIS = 30_000;
    static final long SILENCE_MILLIS = 60_000;
    static final int RAISE = 3;
    static final int RAISE_LAST = 5;
    /**
     * Most cells kept for windows that are still to come: a quarter of an hour of 1 ms cells, some 30 MB. When the
     * windows lag more than that, the oldest trails are given up, and policing is not inferred for their time.
     */
    static final long CELL_LIMIT = 500_000;

    private final QueueState state;
    private final FindingBook book;

    /** Goes on from a state, which it changes. */
    public QueueDetector(QueueState state) {
        this.state = state;
        this.book = new FindingBook(state);
    }

    /** Takes a window of 1 s or 10 s in; one of 1 s that is not newer than all before is late, counted and left out. */
    public void window(QueueWindow window) {
        if (window.sizeMillis() == TELLING_MILLIS) {
            state.tellings.add(window.endMillis());
        }
        if (window.sizeMillis() != WINDOW_MILLIS) {
            return;
        }
        if (window.startMillis() < state.newestMillis) {
            state.lateWindows++;
            return;
        }
        state.node = window.node();
        state.queue = window.queue();
        state.clocking = window.clocking();
        state.newestMillis = window.endMillis();
        state.pending.add(window);
    }

    /** Takes a trail of the whole queue in; those of single flows are left out. */
    public void trail(LossTrail trail) {
        if (trail.subject().equals(LossTrail.AGGREGATE)) {
            int at = state.trails.size();
            while (at > 0 && state.trails.get(at - 1).startMicros() > trail.startMicros()) {
                at--;
            }
            state.trails.add(at, trail);
            state.trailCells += trail.cells().size();
        }
        while (state.trailCells > CELL_LIMIT) {
            state.trailCells -= state.trails.remove(0).cells().size();
            state.trailsGivenUp++;
        }
    }

    /** Evaluates every second that ended up to this time; returns what it found. */
    public List<Finding> advance(long toMillis) {
        while (!state.pending.isEmpty() && state.pending.get(0).endMillis() <= toMillis) {
            QueueWindow next = state.pending.remove(0);
            tell(next.startMillis());
            evaluate(next);
        }
        tell(toMillis);
        return book.drain();
    }

    /** Tells the open finding once for all 10 s windows that ended up to this time. */
    private void tell(long toMillis) {
        boolean due = state.tellings.removeIf(endMillis -> endMillis <= toMillis);
        if (due && !state.horizon.isEmpty()) {
            book.confirm(new Horizon(state.horizon).endMillis());
        }
    }

    /** Notes that no more windows come of a queue that is gone: its finding is closed 60 s after its last packet. */
    public List<Finding> silence() {
        List<Finding> result = new ArrayList<>(advance(state.newestMillis));
        fallSilent();
        result.addAll(book.drain());
        return result;
    }

    /** The settings of the newest evaluated window. */
    public QueueSettings settings() {
        return state.horizon.isEmpty() ? QueueSettings.unknown() : new Horizon(state.horizon).settings();
    }

    /**
     * Evaluates all that came, and tells the newest numbers of the open finding if they were not told. At the end of a
     * recording what the last seconds said is raised without waiting for a third, at half the confidence, if nothing
     * was raised before.
     */
    public List<Finding> finish() {
        List<Finding> result = new ArrayList<>(advance(state.newestMillis));
        @Nullable Finding open = state.open;
        @Nullable Cause streak = state.streak;
        if (open != null && streak != null && open.cause() == Cause.INSUFFICIENT && isRecorded()) {
            Judgement judgement = judge();
            long endMillis = new Horizon(state.horizon).endMillis();
            book.close(open, endMillis);
            book.open(streak, judgement.halfAsSure(), state.streakSinceMillis, endMillis);
        } else if (state.untold != null) {
            book.tell(state.untold);
        }
        result.addAll(book.drain());
        return result;
    }

    private boolean isRecorded() {
        return state.clocking == Clocking.RECORDED;
    }

    private void evaluate(QueueWindow window) {
        noteSettings(window);
        state.horizon.add(window);
        trim(window.endMillis());
        if (window.offeredPackets() > 0 || window.sentPackets() > 0) {
            state.lastDataMillis = window.endMillis();
            state.trafficStartMillis = state.trafficStartMillis < 0 ? window.startMillis() : state.trafficStartMillis;
        }
        if (state.open != null && window.endMillis() - state.lastDataMillis >= SILENCE_MILLIS) {
            fallSilent();
            return;
        }
        if (!window.rttMicros().isEmpty()) {
            state.baseRtt.add(window.startMillis(), window.rttMicros().min());
        }
        notePath(window);
        Judgement judgement = judge();
        decide(judgement, window);
    }

    /** Where the path became another, its base is learned anew. */
    private void notePath(QueueWindow window) {
        if (window.endMillis() % TELLING_MILLIS != 0) {
            return;
        }
        OptionalDouble floor = PathChanged.floorMicros(new Horizon(state.horizon));
        if (floor.isPresent() && state.floors.add(window.endMillis(), floor.getAsDouble())) {
            state.baseRtt = new BaselineRtt();
            state.baseRtt.add(window.startMillis(), state.floors.afterMicros);
        }
    }

    private void noteSettings(QueueWindow window) {
        boolean changed = !state.horizon.isEmpty() && !sameSettings(window);
        if (changed) {
            state.horizon.clear();
            state.changedMillis = window.startMillis();
            state.trafficStartMillis = -1;
            state.policerBitsPerSecond = 0;
            state.policerBytes = 0;
            state.policerRefilled = false;
            state.policerMillis = 0;
            state.streak = null;
            state.streakCount = 0;
        }
    }

    private boolean sameSettings(QueueWindow window) {
        QueueSettings before = state.horizon.get(state.horizon.size() - 1).settings();
        return before.equals(window.settings());
    }

    private void trim(long endMillis) {
        Horizon horizon = new Horizon(state.horizon);
        while (state.horizon.size() > 1 && isTooOld(horizon, endMillis)) {
            state.horizon.remove(0);
            horizon = new Horizon(state.horizon);
        }
        long oldestMicros = (endMillis - HORIZON_MILLIS) * 1_000;
        boolean removed = state.trails.removeIf(trail -> lastMicros(trail) < oldestMicros);
        state.trailCells = removed ? cells(state.trails) : state.trailCells;
    }

    private static boolean isTooOld(Horizon horizon, long endMillis) {
        long ageMillis = endMillis - horizon.startMillis();
        Horizon without =
                new Horizon(horizon.windows().subList(1, horizon.windows().size()));
        return ageMillis > LONGEST_HORIZON_MILLIS
                || (ageMillis > HORIZON_MILLIS && without.offeredPackets() >= Judge.LEAST_PACKETS);
    }

    private static long cells(List<LossTrail> trails) {
        return trails.stream().mapToLong(trail -> trail.cells().size()).sum();
    }

    private static long lastMicros(LossTrail trail) {
        int cells = trail.cells().size();
        long index = cells == 0 ? 0 : trail.cells().get(cells - 1).index();
        return trail.startMicros() + (index + 1) * trail.cellMicros();
    }

    private Judgement judge() {
        Horizon horizon = new Horizon(state.horizon);
        long fromMillis = Math.max(state.changedMillis, horizon.endMillis() - HORIZON_MILLIS);
        TrailView trails = TrailView.of(state.trails, fromMillis, horizon.endMillis());
        double windowBase = state.baseRtt.baseMicros(horizon.endMillis());
        double base = TrailView.leastKnown(windowBase, trails.baseDelayMicros());
        KnownPolicer policer = new KnownPolicer(state);
        PolicerInference inference = policer.infer(horizon, trails, base);
        @Nullable Cause held = state.open == null ? null : state.open.cause();
        DelayView delay = DelayView.of(horizon, base, windowBase);
        return new Judge(Views.of(
                        horizon, trails, delay, inference, state.floors, policer.isKnown(horizon.endMillis()), held))
                .judge(policer.estimate(horizon));
    }

    private void decide(Judgement judgement, QueueWindow window) {
        @Nullable Cause cause = judgement.cause();
        @Nullable Finding open = state.open;
        if (open == null) {
            book.open(Cause.INSUFFICIENT, judgement, window.startMillis(), window.endMillis());
            return;
        }
        if (cause == null || cause == Cause.INSUFFICIENT || cause == open.cause()) {
            state.streak = null;
            state.streakCount = 0;
            if (cause == open.cause()) {
                book.update(open, judgement, window.endMillis());
            }
            return;
        }
        state.streakSinceMillis = state.streak == cause ? state.streakSinceMillis : window.startMillis();
        state.streakCount = state.streak == cause ? state.streakCount + 1 : 1;
        state.streak = cause;
        if (state.streakCount >= (Suspects.isLast(cause) ? RAISE_LAST : RAISE)) {
            book.close(open, window.endMillis());
            book.open(cause, judgement, state.streakSinceMillis, window.endMillis());
        }
    }

    private void fallSilent() {
        @Nullable Finding open = state.open;
        if (open == null || open.cause() == Cause.INSUFFICIENT) {
            return;
        }
        long atMillis = state.lastDataMillis + SILENCE_MILLIS;
        book.close(open, atMillis);
        state.trafficStartMillis = -1;
        String summary = "no packet for " + SILENCE_MILLIS / 1_000 + " s";
        Judgement nothing = new Judgement(Cause.INSUFFICIENT, null, 1, null, List.of(), summary);
        book.open(Cause.INSUFFICIENT, nothing, atMillis, atMillis);
    }
}
