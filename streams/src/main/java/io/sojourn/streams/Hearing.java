// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams;

/** When a partition was last heard, and by that, who of it is silent. */
final class Hearing {
    private final long idleMillis;
    private long heardWallMillis;
    private long heardAppendedMillis;

    Hearing(long idleMillis) {
        this.idleMillis = idleMillis;
    }

    void heard(long wallMillis, long appendedMillis) {
        heardWallMillis = wallMillis;
        heardAppendedMillis = Math.max(heardAppendedMillis, appendedMillis);
    }

    /** Starts the silence anew: nobody could be heard until now. */
    void excuse(long wallMillis) {
        heardWallMillis = wallMillis;
    }

    /**
     * Silent by the wall clock, and not merely because the job is still reading what others sent before: either the
     * partition is silent too, or it has gone on for as long without this one by its records' time.
     */
    boolean isIdle(Track track, long nowMillis) {
        return track.silentWallMillis(nowMillis) > idleMillis
                && (nowMillis - heardWallMillis > idleMillis
                        || track.silentAppendedMillis(heardAppendedMillis) > idleMillis);
    }
}
