// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.measure.Series;
import io.sojourn.launcher.process.Refusal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the charts of a scenario into a folder: {@code CASE-rate.svg}, {@code CASE-packets.svg}, {@code CASE-rtt.svg} and
 * {@code CASE-queue.svg} for each case, {@code compare-goodput.svg} and {@code compare-delay.svg} for several, and
 * {@code index.html}, which shows them. A chart that would be empty is not written.
 */
public final class Plots {
    private static final String PAGE = "index.html";

    private final Path folder;
    private final String title;
    private final Map<String, Outcome> cases = new LinkedHashMap<>();
    private final Map<String, List<String>> files = new LinkedHashMap<>();

    private Plots(Path folder, String title) {
        this.folder = folder;
        this.title = title;
    }

    /**
     * Makes the folder when it is missing.
     *
     * @throws Refusal when nothing can be written there
     */
    public static Plots into(Path folder, String title) {
        if (Files.exists(folder) && !Files.isDirectory(folder)) {
            throw refused(folder, "is no folder; name a folder");
        }
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw refused(folder, "cannot be made (" + e + "); name a folder that this user may make");
        }
        if (!Files.isWritable(folder)) {
            throw refused(folder, "may not be written by this user; name another folder");
        }
        return new Plots(folder, title);
    }

    /** Writes the charts of one case. */
    public void add(String caseName, Series series, Outcome outcome) {
        cases.put(caseName, outcome);
        write(caseName, caseName, new Charts(title, caseName, series).svgs());
    }

    /** Writes the comparison, and the page. */
    public void finish() {
        write("all cases", "compare", new CaseBars(title, cases).svgs());
        write(PAGE, Page.html(title, files));
    }

    /** Where the page is. */
    public Path page() {
        return folder.resolve(PAGE);
    }

    private void write(String section, String prefix, Map<String, String> svgs) {
        List<String> names = new ArrayList<>();
        svgs.forEach((kind, svg) -> {
            names.add(prefix + "-" + kind + ".svg");
            write(prefix + "-" + kind + ".svg", svg);
        });
        files.put(section, names);
    }

    private void write(String name, String text) {
        try {
            Files.writeString(folder.resolve(name), text);
        } catch (IOException e) {
            throw refused(
                    folder.resolve(name),
                    "cannot be written (" + e + "); remove what is there, or name another folder");
        }
    }

    private static Refusal refused(Path path, String why) {
        return Refusal.wrongInput("--plots " + path + " " + why);
    }
}
