// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.launcher.process.DataFolder;
import io.sojourn.launcher.process.Refusal;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left of a demonstration. */
class DemoRunTest {
    private final StringWriter err = new StringWriter();

    @TempDir
    private Path root;

    private Path data;
    private Path log;

    @BeforeEach
    void someData() throws IOException {
        data = Files.createDirectories(root.resolve("data"));
        log = Files.writeString(Files.createDirectories(data.resolve("log")).resolve("sojourn.log"), "why");
        Files.writeString(Files.createDirectories(data.resolve("broker/topic")).resolve("0.log"), "");
    }

    @Test
    void nothingIsLeftOfATemporaryFolder() {
        run(true).close();

        assertThat(data).doesNotExist();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void logOfAStoryThatFailedIsKeptAndNamedAndAllElseDeleted() {
        DemoRun run = run(true);
        run.keepLog(true);
        run.close();

        assertThat(data.toFile().list()).containsExactly("log");
        assertThat(log).hasContent("why");
        assertThat(err.toString())
                .isEqualTo("sojourn: the log is %s; all else in that folder is deleted%n".formatted(log));
    }

    @Test
    void folderThatWasGivenIsKeptWhole() {
        DemoRun run = run(false);
        run.keepLog(true);
        run.close();

        assertThat(data.toFile().list()).contains("log", "broker");
        assertThat(err.toString()).isEqualTo("sojourn: the log is %s%n".formatted(log));
    }

    @Test
    void partThatDoesNotEndWellIsOneLineAndTheRestIsClosed() {
        boolean[] closed = {false};
        DemoRun run = run(true);
        run.process(() -> closed[0] = true);
        run.node(() -> {
            throw new IllegalStateException("could not deliver samples");
        });
        run.close();
        run.close();

        assertThat(err.toString())
                .isEqualTo("sojourn: the node did not end well: could not deliver samples%n".formatted());
        assertThat(closed[0]).isTrue();
        assertThat(data).doesNotExist();
    }

    @Test
    void eachRunInAFolderIsANodeOfItsOwn() throws IOException {
        DataFolder folder = new DataFolder(data);

        assertThat(DemoCommand.nodeName(folder)).isEqualTo("demo-1");
        assertThat(DemoCommand.nodeName(folder)).isEqualTo("demo-2");

        Path runs = Files.writeString(data.resolve("demo-runs"), "many");
        assertThatThrownBy(() -> DemoCommand.nodeName(folder))
                .isInstanceOf(Refusal.class)
                .hasMessage(runs + " has many; must be the number of runs so far; delete it, or give another folder");
    }

    @Test
    void folderIsFreeAgain() {
        run(false).close();

        try (DataFolder again = new DataFolder(data)) {
            again.lock();
        }
    }

    private DemoRun run(boolean isTemporary) {
        DataFolder folder = new DataFolder(data);
        folder.lock();
        return new DemoRun(folder, isTemporary, new PrintWriter(err, true));
    }
}
