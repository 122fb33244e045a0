// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.latest;

import java.net.URI;

/** The newest windows, asked of a streams process over HTTP; any instance will do. */
public final class WindowsClient implements WindowQueries {
    private final Peers peers = new Peers();
    private final URI base;

    /** @param base like {@code http://host:port/} */
    public WindowsClient(URI base) {
        this.base = base;
    }

    @Override
    public LatestPage ask(WindowsQuery query) throws Moving {
        return Peers.answer(peers.ask(base, query, false));
    }
}
