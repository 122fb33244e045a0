// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.streams.latest.LatestNode;
import io.sojourn.streams.latest.LatestPage;
import io.sojourn.streams.latest.Moving;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.testkit.Windows;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class StreamsWindowsTest {
    private static final List<String> NODES = List.of("a", "b", "c", "d");

    /** Answers one node a page. */
    private final StreamsWindows windows = new StreamsWindows(query -> {
        int at = query.afterNode() == null ? 0 : NODES.indexOf(query.afterNode()) + 1;
        LatestNode node = node(NODES.get(at));
        boolean isLast = at == NODES.size() - 1;
        return new LatestPage(List.of(node), isLast ? null : new LatestPage.Position(node.node(), null), List.of());
    });

    @Test
    void allPagesAreReadUntilThereAreEnough() throws Exception {
        assertThat(windows.newest(1_000, 100))
                .extracting(QueueWindow::node)
                .containsExactly("a", "a", "b", "b", "c", "c", "d", "d");
        assertThat(windows.newest(1_000, 3)).extracting(QueueWindow::node).containsExactly("a", "a", "b");
    }

    @Test
    void nodeThatMovesIsNobodyToAsk() {
        StreamsWindows moving = new StreamsWindows(query -> {
            throw new Moving("the nodes are being shared out; ask again");
        });

        assertThatThrownBy(() -> moving.newest("a", "q"))
                .isInstanceOf(IOException.class)
                .hasMessage("the nodes are being shared out; ask again");
    }

    private static LatestNode node(String name) {
        return new LatestNode(
                name,
                0L,
                null,
                0,
                0,
                IntStream.range(0, 2)
                        .mapToObj(q -> Windows.queue(name, "q" + q).build())
                        .toList());
    }
}
