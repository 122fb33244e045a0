// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.latest;

/** Whoever can be asked for the newest windows: the job in this process, or a streams process far away. */
public interface WindowQueries {
    /** @throws Moving when nobody can answer now */
    LatestPage ask(WindowsQuery query) throws Moving;
}
