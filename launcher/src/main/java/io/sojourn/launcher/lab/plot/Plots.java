// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.measure.Series;
import io.sojourn.launcher.process.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes the charts of a scenario into a folder: {@code CASE-rate.svg}, {@code CASE-packets.svg}, {@code CASE-rtt.svg},
 * {@code CASE-ack.svg} and {@code CASE-queue.svg} for each case, {@code compare-goodput.svg} and {@code compare-delay.svg} for several, and
 * {@code index.html}, which shows them. A chart that would be empty is not written.
 */
public final class Plots {
    private static final String PAGE = "index.html";

    private final Path folder;
    private final Heading heading;
    private final List<Case> cases = new ArrayList<>();

    private record Case(String name, Series series, Outcome outcome, String table) {}

    private Plots(Path folder, Heading heading) {
        this.folder = folder;
        this.heading = heading;
    }

    /**
     * Makes the folder when it is missing.
     *
     * @param title of the scenario
     * @param origin how to run it again, which stands on every chart
     * @throws Refusal when nothing can be written there
     */
    public static Plots into(Path folder, String title, String origin) {
        if (folder.toString().isBlank()) {
            throw Refusal.wrongInput("--plots names no folder; name one, or . for this one");
        }
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
        if (isForeign(folder.resolve(PAGE))) {
            throw refused(folder, "has an " + PAGE + " that this command did not write; name another folder");
        }
        return new Plots(folder, new Heading(title, origin));
    }

    private static boolean isForeign(Path page) {
        try {
            return Files.exists(page) && !Page.isOne(new String(Files.readAllBytes(page), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return true;
        }
    }

    /**
     * A case to be drawn.
     *
     * @param table its numbers in columns
     */
    public void add(String caseName, Series series, Outcome outcome, String table) {
        cases.add(new Case(caseName, series, outcome, table));
    }

    /** Writes the charts of all cases, the comparison, and the page. */
    public void finish() {
        RateScale scale = RateScale.of(cases.stream().map(Case::series).toList());
        List<Page.Section> sections = new ArrayList<>();
        Map<String, Outcome> outcomes = new LinkedHashMap<>();
        for (Case one : cases) {
            Charts charts = new Charts(heading, one.name, one.series);
            sections.add(new Page.Section(one.name, one.table, write(one.name, charts.svgs(scale))));
            outcomes.put(one.name, one.outcome);
        }
        List<String> comparison = write("compare", new CaseBars(heading, outcomes).svgs());
        if (!comparison.isEmpty()) {
            sections.add(0, new Page.Section("all cases", "", comparison));
        }
        write(PAGE, Page.html(heading, sections));
    }

    /** Where the page is. */
    public Path page() {
        return folder.resolve(PAGE);
    }

    private List<String> write(String prefix, Map<String, String> svgs) {
        List<String> names = new ArrayList<>();
        svgs.forEach((kind, svg) -> {
            names.add(prefix + "-" + kind + ".svg");
            write(prefix + "-" + kind + ".svg", svg);
        });
        return names;
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
