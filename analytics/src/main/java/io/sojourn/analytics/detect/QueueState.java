// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics.detect;

import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.LossTrail;
import io.sojourn.telemetry.QueueWindow;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Everything {@link QueueDetector} remembers of one queue. A plain object with public fields and no behavior, so that
 * Flink saves it field by field; only the detector changes it.
 */
public final class QueueState {
    public String node = "";
    public String queue = "";

    /** Windows that came and were not evaluated, ascending. */
    public List<QueueWindow> pending = new ArrayList<>();
    /** Evaluated windows of the trailing horizon, ascending. */
    public List<QueueWindow> horizon = new ArrayList<>();
    /** Trails that may still matter, ascending. */
    public List<LossTrail> trails = new ArrayList<>();

    /** Cells of all of them. */
    public long trailCells;
    /** Trails given up because their windows did not come. */
    public long trailsGivenUp;

    public BaselineRtt baseRtt = new BaselineRtt();
    public PathFloors floors = new PathFloors();
    /** Start of the first window with a packet since the settings were last changed; -1 before. */
    public long trafficStartMillis = -1;
    /** End of the newest window with a packet. */
    public long lastDataMillis;
    /** End of the newest window taken in; older ones are late. */
    public long newestMillis;
    /** Nothing before this is looked at: the settings were changed then. */
    public long changedMillis;

    /** Policer as estimated so far; 0 for none. */
    public double policerBitsPerSecond;

    public double policerBytes;
    public boolean policerRefilled;
    /** End of the newest horizon whose losses were those of a policer; 0 for none. */
    public long policerMillis;

    /** What the newest evaluations in a row said, since when and how often; null when the last said nothing. */
    public @Nullable Cause streak;

    public long streakSinceMillis;
    public int streakCount;

    /** The open finding as last sent; null before the first. */
    public @Nullable Finding open;

    /** The open finding with the newest numbers that bear it out, not told yet; null when they were told. */
    public @Nullable Finding untold;

    /** Ends of 10 s windows that came: at each the open finding is told anew. */
    public List<Long> tellings = new ArrayList<>();

    public long lateWindows;

    /** Of the newest window. */
    public Clocking clocking = Clocking.LIVE;
    /** Real time of the newest window, for whoever has a clock; -1 when none is waited for. */
    public long inputMillis = -1;

    /** Recommendations asked for the open finding so far, and the policed rate of the last; 0 for none. */
    public int advisedCount;

    public long advisedBitsPerSecond;
}
