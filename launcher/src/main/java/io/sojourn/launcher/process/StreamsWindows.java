// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import io.sojourn.console.LiveWindows;
import io.sojourn.streams.latest.LatestNode;
import io.sojourn.streams.latest.LatestPage;
import io.sojourn.streams.latest.Moving;
import io.sojourn.streams.latest.WindowQueries;
import io.sojourn.streams.latest.WindowsQuery;
import io.sojourn.telemetry.QueueWindow;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The newest windows for the console, of the windows job in this process or of one that is asked over HTTP. */
public final class StreamsWindows implements LiveWindows {
    private final WindowQueries queries;

    public StreamsWindows(WindowQueries queries) {
        this.queries = queries;
    }

    @Override
    public List<QueueWindow> newest(long sizeMillis, int limit) throws IOException {
        List<QueueWindow> windows = new ArrayList<>();
        WindowsQuery query = WindowsQuery.all(sizeMillis, WindowsQuery.MOST);
        LatestPage.@Nullable Position next;
        do {
            LatestPage page = ask(query);
            page.nodes().stream().map(LatestNode::windows).forEach(windows::addAll);
            next = page.next();
            query = next == null ? query : query.after(next);
        } while (next != null && windows.size() < limit);
        return windows.subList(0, Math.min(limit, windows.size()));
    }

    @Override
    public List<QueueWindow> newest(String node, String queue) throws IOException {
        return ask(WindowsQuery.of(node, queue)).nodes().stream()
                .flatMap(each -> each.windows().stream())
                .toList();
    }

    private LatestPage ask(WindowsQuery query) throws IOException {
        try {
            return queries.ask(query);
        } catch (Moving e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
