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
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.Headers;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import io.sojourn.lab.twin.BoxSettings;
import io.sojourn.launcher.process.Refusal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pictures of a run of 10 s: three TCP flows and a flood through a policer, and through a shaper. */
class PlotsTest {
    private static final String TITLE = "Police <or> shape, \"20\" Mbit/s & a flood";
    private static final String ORIGIN = "sojourn lab run police-or-shape --seed 1";
    private static final Heading HEADING = new Heading(TITLE, ORIGIN);
    private static final String[] FOUR_COLORS = Palette.SERIES.subList(0, 4).toArray(String[]::new);
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
        Plots plots = Plots.into(folder.resolve("made/for/it"), TITLE, ORIGIN);
        plots.add("policer", policer.series(), policer.outcome(), "GROUP  FLOWS\ntcp<3  3\n");
        plots.add("shaper", shaper.series(), shaper.outcome(), "");
        plots.finish();
    }

    private static Ran run(BoxSettings settings, int flows, long floodBitsPerSecond) {
        HopPlan.Box box =
                new HopPlan.Box("box", settings.part(), ClassChooser.only(settings.className()), LengthRule.ETHERNET);
        Traffic.Bulk traffic = new Traffic.Bulk(TcpSettings.windowsReno(), null);
        Plan plan = new Dumbbell(1, 10_000_000_000L, 0, flows, 100_000_000, 200_000, traffic, box, floodBitsPerSecond)
                .plan();
        return run(plan);
    }

    private static Ran run(Plan plan) {
        Recorder outcomes = new Recorder(plan);
        SeriesRecorder series = new SeriesRecorder(plan);
        new Simulation(plan, Observers.both(outcomes, series)).runUntil(plan.durationNanos());
        return new Ran(series.series(), outcomes.outcome());
    }

    private static Map<String, String> svgs(String name, Ran ran) {
        return new Charts(HEADING, name, ran.series()).svgs(RateScale.of(List.of(ran.series())));
    }

    private static SvgFile svg(String name) {
        return SvgFile.read(folder.resolve("made/for/it").resolve(name));
    }

    @Test
    void folderIsMadeAndHoldsFiveChartsACaseTheComparisonAndThePage() {
        assertThat(folder.resolve("made/for/it").toFile().list())
                .containsExactlyInAnyOrder(
                        "policer-rate.svg",
                        "policer-packets.svg",
                        "policer-rtt.svg",
                        "policer-ack.svg",
                        "policer-queue.svg",
                        "shaper-rate.svg",
                        "shaper-packets.svg",
                        "shaper-rtt.svg",
                        "shaper-ack.svg",
                        "shaper-queue.svg",
                        "compare-goodput.svg",
                        "compare-delay.svg",
                        "index.html");
    }

    @Test
    void everyChartHasTitleCaseAxesWithUnitsAndABoundedSize() throws Exception {
        Map<String, String> units = Map.of(
                "rate", "Mbit/s",
                "packets", "packet number",
                "rtt", "round-trip time, ms",
                "ack", "time to acknowledge, ms",
                "queue", "packets");
        for (String name : List.of("policer", "shaper")) {
            for (Map.Entry<String, String> unit : units.entrySet()) {
                Path file = folder.resolve("made/for/it/" + name + "-" + unit.getKey() + ".svg");
                assertThat(SvgFile.read(file).texts()).contains(TITLE, ORIGIN, "time, s", unit.getValue());
                assertThat(SvgFile.read(file).texts()).anyMatch(text -> text.startsWith(name + ": "));
                assertThat(Files.size(file)).isLessThan(MOST_BYTES);
            }
        }
    }

    @Test
    void rateHasALineForEveryFlowInStepsOf100MillisAndOneForAllBesideTheSetRate() {
        for (String name : List.of("policer-rate.svg", "shaper-rate.svg")) {
            assertThat(svg(name).texts())
                    .containsAll(FLOWS)
                    .contains("box sent, all flows", "each flow's payload delivered", "box is set to 20.00 Mbit/s")
                    .anyMatch(text -> text.endsWith(": rate, mean of 100 ms"));
            assertThat(svg(name).lines()).containsKeys(Palette.TOTAL).containsKeys(FOUR_COLORS);
            assertThat(svg(name).level(Palette.SET)).isBetween(0.0, 1.0);
        }
        assertThat(svg("policer-rate.svg").lines().get(Palette.TOTAL)).isBetween(90, 110);
    }

    @Test
    void rateOfAllCasesIsOnOneScale() {
        assertThat(svg("policer-rate.svg").level(Palette.SET))
                .isEqualTo(svg("shaper-rate.svg").level(Palette.SET));
    }

    @Test
    void delaysHaveAPanelForEveryFlowThatMeasuresThem() {
        for (String name : List.of("policer-rtt.svg", "policer-ack.svg")) {
            assertThat(svg(name).texts()).containsAll(FLOWS.subList(0, 3)).doesNotContain("flood");
            assertThat(svg(name).lines()).containsOnlyKeys(Palette.SERIES.subList(0, 3));
        }
    }

    @Test
    void delayHasOneBarForEachStepWithASampleAndNoneForASilence() {
        Envelope rtt = policer.series().curves().get(0).rttNanos();
        int withSamples = 0;
        for (int step = 0; step < rtt.steps().count(); step++) {
            withSamples += rtt.isEmpty(step) ? 0 : 1;
        }

        assertThat(withSamples).isLessThan(rtt.steps().count());
        assertThat(svg("policer-rtt.svg").lines().get(Palette.SERIES.get(0))).isEqualTo(withSamples);
    }

    @Test
    void packetsHasAPanelForEachFlowWithItsThreeKindsOfPackets() {
        SvgFile packets = svg("policer-packets.svg");

        assertThat(packets.texts())
                .containsSubsequence(FLOWS)
                .contains(
                        "sent",
                        "delivered",
                        "sent again",
                        "policer: packets of 4 flows close up, the first 3.00 s: slow start is in it");
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
        Chart chart = new Chart(HEADING, "subtitle", List.of(), 1, 0, 1).series(List.of("a"), Palette.SERIES);
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
    void peakOfEveryStepIsInTheBand() {
        Envelope rtt = policer.series().curves().get(0).rttNanos();
        Bands bands = new Bands();
        bands.add(Points.ONE_PANEL, "a", rtt, 1e6, 0);

        assertThat(bands.tops()).isEqualTo(Map.of(Points.ONE_PANEL, rtt.peak() / 1e6));
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
    void panelsStandInTheirOrderEachWithItsOwnScale() {
        Points points = Points.joined();
        for (String panel : List.of("t-10", "t-9", "a")) {
            points.add(panel, "a", 0.0, 0);
            points.add(panel, "a", 1.0, panel.equals("a") ? 7 : 1000);
        }
        Chart chart = new Chart(HEADING, "", List.of("t-9", "t-10", "a"), 1, 0, 1).series(List.of("a"), Palette.SERIES);
        SvgFile svg = SvgFile.of(chart.lines(points).svg("y"));

        assertThat(svg.texts()).containsSubsequence("t-9", "t-10", "a");
        assertThat(svg.texts()).contains("1,000", "6");
    }

    @Test
    void comparisonHasABarForEachGroupInEachCase() {
        assertThat(svg("compare-goodput.svg").texts()).contains(TITLE, "Mbit/s", "policer", "shaper", "tcp", "flood");
        assertThat(svg("compare-goodput.svg").bars()).isEqualTo(4);
        assertThat(svg("compare-delay.svg").texts()).contains("ms", "policer", "shaper", "tcp");
        assertThat(svg("compare-delay.svg").bars()).isEqualTo(2);
    }

    @Test
    void comparisonOfManyCasesGrowsAndShowsTheirWholeNames() {
        Map<String, Outcome> cases = new LinkedHashMap<>();
        for (int i = 1; i <= 25; i++) {
            cases.put("a-case-with-a-rather-long-name-" + i, policer.outcome());
        }
        SvgFile svg = SvgFile.of(new CaseBars(HEADING, cases).svgs().get("goodput"));

        assertThat(svg.texts()).containsAll(cases.keySet());
        assertThat(svg.bars()).isEqualTo(50);
        assertThat(svg.panelHeight()).isGreaterThan(25 * 40);
    }

    @Test
    void pageShowsEveryPictureUnderItsTitle() throws Exception {
        Path made = folder.resolve("made/for/it");
        String page = Files.readString(made.resolve("index.html"));

        assertThat(page)
                .contains("<h1>Police &lt;or> shape, &quot;20&quot; Mbit/s &amp; a flood</h1>", ORIGIN, "tcp&lt;3  3");
        for (String name : made.toFile().list((dir, file) -> file.endsWith(".svg"))) {
            assertThat(page).contains("<img src=\"" + name + "\"");
        }
    }

    @Test
    void sameRunGivesTheSamePictures() {
        assertThat(svgs("policer", policer)).isEqualTo(svgs("policer", policer));
    }

    @Test
    void moreThanEightFlowsAreDrawnByGroupAndFourOfThemCloseUp() {
        Ran many = run(new BoxSettings.Shaping(20_000_000, 10_000, 200), 12, 5_000_000);
        Map<String, String> svgs = svgs("many", many);

        assertThat(SvgFile.of(svgs.get("rate")).texts()).contains("tcp (12 flows)", "flood");
        assertThat(SvgFile.of(svgs.get("rate")).lines()).hasSize(3);
        assertThat(SvgFile.of(svgs.get("packets")).texts()).contains("tcp-1", "tcp-2", "tcp-3", "flood");
    }

    @Test
    void lineWhereNothingEverWaitsHasNoQueueChartAndAllTheOthers() {
        FlowPlan flow = new FlowPlan(
                "tcp",
                "tcp",
                new Traffic.Bulk(TcpSettings.windowsReno(), 20L * 1460),
                List.of("there"),
                List.of("back"),
                Headers.tcp(0),
                0,
                Long.MAX_VALUE);
        List<HopPlan> lines = List.of(HopPlan.Line.delay("there", 5_000_000), HopPlan.Line.delay("back", 5_000_000));
        Ran ran = run(new Plan(1, 2_000_000_000L, 0, lines, List.of(flow)));

        assertThat(svgs("line", ran).keySet()).containsExactly("rate", "packets", "rtt", "ack");
    }

    @Test
    void singleCaseIsComparedWithNothing() {
        Plots plots = Plots.into(other, TITLE, ORIGIN);
        plots.add("policer", policer.series(), policer.outcome(), "GROUP  FLOWS\ntcp<3  3\n");
        plots.finish();

        assertThat(other.resolve("compare-goodput.svg")).doesNotExist();
        assertThat(other.resolve("index.html")).exists();
    }

    @Test
    void refusesAFileInTheWayOfTheFolderOrOfAPicture() throws Exception {
        Path file = Files.writeString(other.resolve("file"), "");
        assertThatThrownBy(() -> Plots.into(file, TITLE, ORIGIN))
                .isInstanceOf(Refusal.class)
                .hasMessage("--plots " + file + " is no folder; name a folder");
        assertThatThrownBy(() -> Plots.into(file.resolve("below"), TITLE, ORIGIN))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("--plots " + file.resolve("below") + " cannot be made")
                .hasMessageEndingWith("; name a folder that this user may make");

        Files.createDirectory(other.resolve("policer-rate.svg"));
        Plots plots = Plots.into(other, TITLE, ORIGIN);
        plots.add("policer", policer.series(), policer.outcome(), "");
        assertThatThrownBy(plots::finish)
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("--plots " + other.resolve("policer-rate.svg") + " cannot be written")
                .hasMessageEndingWith("; remove what is there, or name another folder");
    }

    @Test
    void refusesAnEmptyNameAndAFolderWithAForeignPageAndReplacesItsOwn() throws Exception {
        assertThatThrownBy(() -> Plots.into(Path.of(""), TITLE, ORIGIN))
                .isInstanceOf(Refusal.class)
                .hasMessage("--plots names no folder; name one, or . for this one");

        Files.writeString(other.resolve("index.html"), "<h1>my home page</h1>");
        assertThatThrownBy(() -> Plots.into(other, TITLE, ORIGIN))
                .isInstanceOf(Refusal.class)
                .hasMessage(
                        "--plots " + other + " has an index.html that this command did not write; name another folder");

        Plots.into(folder.resolve("made/for/it"), TITLE, ORIGIN);
    }
}
