// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.engine.LengthRule;
import io.sojourn.lab.Simulation;
import io.sojourn.lab.measure.Envelope;
import io.sojourn.lab.measure.Observers;
import io.sojourn.lab.measure.Outcome;
import io.sojourn.lab.measure.Recorder;
import io.sojourn.lab.measure.Series;
import io.sojourn.lab.measure.SeriesRecorder;
import io.sojourn.lab.plan.ClassChooser;
import io.sojourn.lab.plan.Dumbbell;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import io.sojourn.lab.twin.BoxSettings;
import io.sojourn.launcher.process.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures of a run of 10 s: three TCP flows and a flood through a policer, and through a shaper. */
class PlotsTest {
    private static final String TITLE = "Police <or> shape, \"20\" Mbit/s & a flood";
    private static final List<String> FLOWS = List.of("tcp-1", "tcp-2", "tcp-3", "flood");
    /** What a README or a page can bear. */
    private static final long MOST_BYTES = 100_000;

    @TempDir
    private static Path folder;

    @TempDir
    private Path other;

    private record Ran(Series series, Outcome outcome) {}

    private static Ran policer;
    private static Ran shaper;

    @BeforeAll
    static void draw() {
        policer = run(new BoxSettings.Policing(20_000_000, 625_000), 3, 5_000_000);
        shaper = run(new BoxSettings.Shaping(20_000_000, 10_000, 83), 3, 5_000_000);
        Plots plots = Plots.into(folder.resolve("made/for/it"), TITLE);
        plots.add("policer", policer.series(), policer.outcome());
        plots.add("shaper", shaper.series(), shaper.outcome());
        plots.finish();
    }

    private static Ran run(BoxSettings settings, int flows, long floodBitsPerSecond) {
        HopPlan.Box box =
                new HopPlan.Box("box", settings.part(), ClassChooser.only(settings.className()), LengthRule.ETHERNET);
        Traffic.Bulk traffic = new Traffic.Bulk(TcpSettings.windowsReno(), null);
        Plan plan = new Dumbbell(1, 10_000_000_000L, 0, flows, 100_000_000, 200_000, traffic, box, floodBitsPerSecond)
                .plan();
        Recorder outcomes = new Recorder(plan);
        SeriesRecorder series = new SeriesRecorder(plan);
        new Simulation(plan, Observers.both(outcomes, series)).runUntil(plan.durationNanos());
        return new Ran(series.series(), outcomes.outcome());
    }

    private static SvgFile svg(String name) {
        return SvgFile.read(folder.resolve("made/for/it").resolve(name));
    }

    @Test
    void folderIsMadeAndHoldsFourChartsACaseTheComparisonAndThePage() {
        assertThat(folder.resolve("made/for/it").toFile().list())
                .containsExactlyInAnyOrder(
                        "policer-rate.svg",
                        "policer-packets.svg",
                        "policer-rtt.svg",
                        "policer-queue.svg",
                        "shaper-rate.svg",
                        "shaper-packets.svg",
                        "shaper-rtt.svg",
                        "shaper-queue.svg",
                        "compare-goodput.svg",
                        "compare-delay.svg",
                        "index.html");
    }

    @Test
    void everyChartHasTitleCaseAxesWithUnitsAndABoundedSize() throws Exception {
        Map<String, String> units =
                Map.of("rate", "Mbit/s", "packets", "packet number", "rtt", "round-trip time, ms", "queue", "packets");
        for (String name : List.of("policer", "shaper")) {
            for (Map.Entry<String, String> unit : units.entrySet()) {
                Path file = folder.resolve("made/for/it/" + name + "-" + unit.getKey() + ".svg");
                assertThat(SvgFile.read(file).texts()).contains(TITLE, "time, s", unit.getValue());
                assertThat(SvgFile.read(file).texts()).anyMatch(text -> text.startsWith(name + ": "));
                assertThat(Files.size(file)).isLessThan(MOST_BYTES);
            }
        }
    }

    @Test
    void rateHasALineForEveryFlow() {
        for (String name : List.of("policer-rate.svg", "shaper-rate.svg")) {
            assertThat(svg(name).texts()).containsAll(FLOWS);
            assertThat(svg(name).lines()).containsOnlyKeys(Palette.SERIES.subList(0, 4));
            assertThat(svg(name).lines().values()).allMatch(points -> points >= 60, "at least 60 points");
        }
    }

    @Test
    void roundTripTimeHasALineForEveryFlowThatMeasuresOne() {
        assertThat(svg("policer-rtt.svg").texts())
                .containsAll(FLOWS.subList(0, 3))
                .doesNotContain("flood");
        assertThat(svg("policer-rtt.svg").lines()).containsOnlyKeys(Palette.SERIES.subList(0, 3));
    }

    @Test
    void packetsHasAPanelForEachFlowWithItsThreeKindsOfPackets() {
        SvgFile packets = svg("policer-packets.svg");

        assertThat(packets.texts()).containsAll(FLOWS).contains("sent", "delivered", "sent again");
        assertThat(packets.paths(Palette.PACKETS.get(0))).isEqualTo(4);
        assertThat(packets.paths(Palette.PACKETS.get(1))).isEqualTo(4);
        assertThat(packets.elements("circle")).hasSizeGreaterThan(20);
    }

    @Test
    void queueHasWhatWaitsAndWhatIsDropped() {
        assertThat(svg("shaper-queue.svg").texts()).contains("waiting", "dropped in 100 ms", "access", "box");
        assertThat(svg("shaper-queue.svg").paths(Palette.SERIES.get(1))).isEqualTo(2);
        assertThat(svg("policer-queue.svg").paths(Palette.SERIES.get(1))).isEqualTo(1);
    }

    @Test
    void lineRisesAsHighAsItsGreatestValue() {
        Points points = Points.joined();
        points.add(Points.ONE_PANEL, "a", 0.0, 0);
        points.add(Points.ONE_PANEL, "a", 0.5, 100);
        points.add(Points.ONE_PANEL, "a", 1.0, 50);
        Chart chart = new Chart("title", "subtitle").time(0, 1).series(List.of("a"), Palette.SERIES, "color");
        SvgFile svg = SvgFile.of(chart.lines(points).svg("y"));

        // The panel begins at 0 and ends a twentieth above the greatest.
        assertThat(svg.texts()).contains("0", "100");
        assertThat(svg.heights(Palette.SERIES.get(0)) * 1.05 / svg.panelHeight())
                .isBetween(0.99, 1.01);
    }

    @Test
    void pictureIsMadeSmallButWhatIsToBeReadStays() {
        assertThat(Svg.tidy(
                        "<path id=\"xyz\" d=\"M0.123456 7.98765\" fill-opacity=\"1.0\"/>1.234567<use href=\"#xyz\"/>"))
                .isEqualTo("<path id=\"i1\" d=\"M0.1 7.9\"/>1.234567<use href=\"#i1\"/>");
    }

    @Test
    void peakOfEveryStepIsOnTheLine() {
        Envelope rtt = policer.series().curves().get(0).rttNanos();
        Points points = Points.joined();
        points.add(Points.ONE_PANEL, "a", rtt, 1e6, 0);

        assertThat(points.greatestY()).isEqualTo(rtt.peak() / 1e6);
    }

    @Test
    void levelLineHasOnlyItsEnds() {
        Points points = Points.joined();
        for (int second = 0; second < 100; second++) {
            points.add(Points.ONE_PANEL, "a", (double) second, 7);
        }
        points.add(Points.ONE_PANEL, "b", 0.0, 7);

        assertThat(points.columns().get(Points.X)).isEqualTo(List.of(0.0, 99.0, 0.0));
        assertThat(points.columns().get(Points.SERIES)).isEqualTo(List.of("a", "a", "b"));
    }

    @Test
    void comparisonHasABarForEachGroupInEachCase() {
        assertThat(svg("compare-goodput.svg").texts()).contains(TITLE, "Mbit/s", "policer", "shaper", "tcp", "flood");
        assertThat(svg("compare-goodput.svg").bars()).isEqualTo(4);
        assertThat(svg("compare-delay.svg").texts()).contains("ms", "policer", "shaper", "tcp");
        assertThat(svg("compare-delay.svg").bars()).isEqualTo(2);
    }

    @Test
    void pageShowsEveryPictureUnderItsTitle() throws Exception {
        Path made = folder.resolve("made/for/it");
        String page = Files.readString(made.resolve("index.html"));

        assertThat(page).contains("<h1>Police &lt;or> shape, &quot;20&quot; Mbit/s &amp; a flood</h1>");
        for (String name : made.toFile().list((dir, file) -> file.endsWith(".svg"))) {
            assertThat(page).contains("<img src=\"" + name + "\"");
        }
    }

    @Test
    void sameRunGivesTheSamePictures() {
        Charts again = new Charts(TITLE, "policer", policer.series());

        assertThat(again.svgs().get("rate"))
                .isEqualTo(new Charts(TITLE, "policer", policer.series()).svgs().get("rate"));
    }

    @Test
    void moreThanEightFlowsAreDrawnByGroupAndFourOfThemCloseUp() {
        Ran many = run(new BoxSettings.Shaping(20_000_000, 10_000, 200), 12, 5_000_000);
        Map<String, String> svgs = new Charts("title", "many", many.series()).svgs();

        assertThat(SvgFile.of(svgs.get("rate")).texts()).contains("tcp (12 flows)", "flood");
        assertThat(SvgFile.of(svgs.get("rate")).lines()).hasSize(2);
        assertThat(SvgFile.of(svgs.get("packets")).texts()).contains("tcp-1", "tcp-2", "tcp-3", "flood");
    }

    @Test
    void singleCaseIsComparedWithNothing() {
        Plots plots = Plots.into(other, TITLE);
        plots.add("policer", policer.series(), policer.outcome());
        plots.finish();

        assertThat(other.resolve("compare-goodput.svg")).doesNotExist();
        assertThat(other.resolve("index.html")).exists();
    }

    @Test
    void refusesAFileInTheWayOfTheFolderOrOfAPicture() throws Exception {
        Path file = Files.writeString(other.resolve("file"), "");
        assertThatThrownBy(() -> Plots.into(file, TITLE))
                .isInstanceOf(Refusal.class)
                .hasMessage("--plots " + file + " is no folder; name a folder");
        assertThatThrownBy(() -> Plots.into(file.resolve("below"), TITLE))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("--plots " + file.resolve("below") + " cannot be made")
                .hasMessageEndingWith("; name a folder that this user may make");

        Files.createDirectory(other.resolve("policer-rate.svg"));
        Plots plots = Plots.into(other, TITLE);
        assertThatThrownBy(() -> plots.add("policer", policer.series(), policer.outcome()))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("--plots " + other.resolve("policer-rate.svg") + " cannot be written")
                .hasMessageEndingWith("; remove what is there, or name another folder");
    }
}
