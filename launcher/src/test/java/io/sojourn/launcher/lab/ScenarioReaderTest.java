// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.HopPlan.Conditions;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.TcpSettings.Algorithm;
import io.sojourn.lab.plan.Traffic;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.node.yaml.YamlProblem;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ScenarioReaderTest {
    private static final String GOOD = """
            scenario: lab
            title: A policer / a shaper
            duration: 10s
            hops:
              access: { line: { rate: 100Mbit, overhead: 38B, host: 20us } }
              wan: { box: { link: { queue: { discipline: fifo, limit: 100p }, rate: 20Mbit } } }
              far: { line: { delay: 2ms } }
            flows:
              tcp: { count: 2, tcp: { algorithm: reno }, forward: [access, wan], back: [far] }
              flood: { udp: { rate: 1Mbit }, forward: [wan], start: 5s }
            cases:
              base: {}
            """;

    @TempDir
    private Path root;

    @Test
    void baseIsReadAsItIsWritten() throws IOException {
        Scenario scenario = read(GOOD, "");
        NetworkCase base = network(scenario, "base");

        assertThat(scenario.title()).isEqualTo("A policer / a shaper");
        assertThat(scenario.seeds()).isEqualTo(1);
        assertThat(scenario.warnings()).isEmpty();
        assertThat(base.durationNanos()).isEqualTo(10_000_000_000L);
        assertThat(base.hops()).extracting(HopPlan::name).containsExactly("access", "wan", "far");
        assertThat(base.hops().get(0)).isEqualTo(HopPlan.Line.access("access", 100_000_000, 20_000));
        assertThat(base.hops().get(2)).isEqualTo(HopPlan.Line.delay("far", 2_000_000));
        assertThat(base.plan(1).flows()).extracting(FlowPlan::name).containsExactly("tcp-1", "tcp-2", "flood");
        assertThat(base.plan(1).flows())
                .extracting(flow -> flow.header().sourcePort)
                .containsExactly(40_001, 40_002, 40_003);
        assertThat(base.plan(1).flows().get(2).startNanos()).isEqualTo(5_000_000_000L);
        assertThat(base.plan(1).flows().get(2).traffic()).isEqualTo(new Traffic.ConstantRate(1_000_000, 1_500, 0.5));
    }

    @Test
    void presetsAreThoseOfTheHostsAndWhatIsWrittenComesFirst() throws IOException {
        assertThat(tcp("{}")).isEqualTo(TcpSettings.linux(Algorithm.LINUX_CUBIC));
        assertThat(tcp("{ like: linux, algorithm: reno }")).isEqualTo(TcpSettings.linux(Algorithm.RENO));
        assertThat(tcp("{ like: windows }")).isEqualTo(TcpSettings.windowsReno());
        assertThat(tcp("{ like: windows, recovery: new-reno, rtoFloor: 1s, window: 29200B }"))
                .isEqualTo(TcpSettings.windowsReno()
                        .withRecovery(TcpSettings.Recovery.NEW_RENO)
                        .withRtoFloorNanos(1_000_000_000L)
                        .withWindowSegments(20));
    }

    private TcpSettings tcp(String written) throws IOException {
        Scenario scenario = read(GOOD.replace("{ algorithm: reno }", written), "");
        return ((Traffic.Bulk)
                        network(scenario, "base").groups().get(0).flows().get(0).traffic())
                .tcp();
    }

    @Test
    void everySenderIsRead() throws IOException {
        assertThat(traffic("udp: { rate: 10Mbit, packet: 200B, jitter: 0%, on: 1s, off: 2s, random: on }"))
                .isEqualTo(new Traffic.OnOff(
                        new Traffic.ConstantRate(10_000_000, 200, 0), 1_000_000_000L, 2_000_000_000L, true));
        assertThat(traffic("ping: { interval: 100ms }, back: [far]")).isEqualTo(new Traffic.Ping(100_000_000, 84));
        assertThat(traffic("chunks: { tcp: { like: windows }, chunk: 2MB, period: 4s }, back: [far]"))
                .isEqualTo(new Traffic.Chunks(TcpSettings.windowsReno(), 2_000_000, 4_000_000_000L));
        assertThat(traffic("tcp: { like: windows }, offered: 5Mbit, back: [far]"))
                .isEqualTo(new Traffic.Bulk(TcpSettings.windowsReno(), 5_000_000L));
    }

    private Traffic traffic(String written) throws IOException {
        Scenario scenario = read(GOOD.replace("udp: { rate: 1Mbit }", written), "");
        return network(scenario, "base").groups().get(1).flows().get(0).traffic();
    }

    @Test
    void changesOfALineLeaveTheRestAsItWas() throws IOException {
        String line =
                "{ delay: 2ms, loss: 1%, changes: [ { at: 1s, over: 2s, delay: 40ms }, { at: 5s, rate: 1Mbit } ] }";
        HopPlan.Line far = (HopPlan.Line) network(read(GOOD.replace("{ delay: 2ms }", line), ""), "base")
                .hops()
                .get(2);

        assertThat(far.changes())
                .containsExactly(
                        new HopPlan.Change(
                                1_000_000_000L,
                                2_000_000_000L,
                                new Conditions(Conditions.UNLIMITED, 40_000_000, 0, 0.01)),
                        new HopPlan.Change(5_000_000_000L, 0, new Conditions(1_000_000, 40_000_000, 0, 0.01)));
    }

    @Test
    void costOfABranchIsThatOfItsSpeed() throws IOException {
        String balancer = GOOD.replace(
                        "hops:\n",
                        "hops:\n  both: { balancer: { by: packet-cost, branches: "
                                + "[ { hops: [far], speed: 100Mbit }, { hops: [access], cost: 500 } ] } }\n")
                .replace("back: [far]", "back: [both]");

        assertThat(network(read(balancer, ""), "base").hops().get(0))
                .isEqualTo(new HopPlan.Balancer(
                        "both",
                        HopPlan.Balancing.PER_PACKET_BY_COST,
                        List.of(new HopPlan.Branch(100, List.of("far")), new HopPlan.Branch(500, List.of("access")))));
    }

    @Test
    void casesArePatchesOfTheBaseAndDoNotChangeEachOther() throws IOException {
        String cases = """
                  short: { duration: 5s, flows: { flood: null } }
                  slow: { hops: { wan: { box: { link: { rate: 10Mbit } } } } }
                """;
        Scenario scenario = read(GOOD + cases, "");

        assertThat(scenario.cases()).extracting(Case::name).containsExactly("base", "short", "slow");
        assertThat(network(scenario, "short").groups()).hasSize(1);
        assertThat(network(scenario, "short").durationNanos()).isEqualTo(5_000_000_000L);
        assertThat(network(scenario, "slow").groups()).hasSize(2);
        assertThat(network(scenario, "slow").hops().get(1).toString())
                .contains("rate=10000000")
                .isNotEqualTo(network(scenario, "base").hops().get(1).toString());
    }

    @Test
    void flowsStartWithinTheirSpreadTheSameForOneSeed() throws IOException {
        NetworkCase base = network(read(GOOD.replace("count: 2,", "count: 50, spread: 10ms,"), ""), "base");

        assertThat(base.plan(3).flows().subList(0, 50))
                .allSatisfy(flow -> assertThat(flow.startNanos()).isBetween(0L, 10_000_000L));
        assertThat(base.plan(3).flows().subList(0, 50).stream()
                        .map(FlowPlan::startNanos)
                        .distinct())
                .hasSizeGreaterThan(45);
        assertThat(starts(base, 3)).isEqualTo(starts(base, 3)).isNotEqualTo(starts(base, 4));
    }

    private static List<Long> starts(NetworkCase network, long seed) {
        return network.plan(seed).flows().stream().map(FlowPlan::startNanos).toList();
    }

    @Test
    void headersAreThoseThatAreWritten() throws IOException {
        String header = "header: { source: 10.9.0.1, destination: 10.9.0.2, destinationPort: 5060, dscp: ef }";
        FlowPlan flow = network(read(GOOD.replace("count: 2,", "count: 2, " + header + ","), ""), "base")
                .plan(1)
                .flows()
                .get(1);

        assertThat(flow.header().sourceLow).isEqualTo(0x0A090001L);
        assertThat(flow.header().destinationLow).isEqualTo(0x0A090002L);
        assertThat(flow.header().destinationPort).isEqualTo(5_060);
        assertThat(flow.header().sourcePort).isEqualTo(40_002);
        assertThat(flow.header().tos).isEqualTo(46 << 2);
    }

    @Test
    void rulesOfABoxGiveEachFlowItsClassBothWays() throws IOException {
        String box =
                "{ link: { rate: 20Mbit, scheduler: priq, classes: [ { name: low, priority: 1, queue: fifo }, { name: high, priority: 2, queue: fifo } ] }, "
                        + "rules: [ { match: { protocol: udp }, class: high } ], default: low }";
        Scenario scenario = read(
                GOOD.replace("{ link: { queue: { discipline: fifo, limit: 100p }, rate: 20Mbit } }", box)
                        .replace("back: [far]", "back: [far, wan]"),
                "");
        NetworkCase base = network(scenario, "base");
        HopPlan.Box wan = (HopPlan.Box) base.hops().get(1);

        assertThat(base.plan(1).flows())
                .extracting(flow -> wan.classes().classOf(flow.header()))
                .containsExactly("low", "low", "high");
    }

    @Test
    void hopThatNoCasePassesIsWarnedOf() throws IOException {
        String spare = GOOD.replace("hops:\n", "hops:\n  spare: { line: {} }\n");

        assertThat(read(spare, "").warnings()).extracting(YamlProblem::path).containsExactly("hops.spare");
        assertThat(read(spare + "  other: { flows: { flood: { forward: [spare] } } }\n", "")
                        .warnings())
                .isEmpty();
    }

    static List<Arguments> problems() {
        return List.of(
                wrong(
                        "forward: [access, wan]",
                        "forward: [access, wen]",
                        "flows.tcp.forward[1]: wen; must be the name of a hop: access, far, wan; did you mean wan?"),
                wrong(
                        "forward: [access, wan], ",
                        "",
                        "flows.tcp.forward: missing; must be given; write it as [access, wan]"),
                wrong(
                        "back: [far]",
                        "back: []",
                        "flows.tcp.back: []; must be a list of at least one; write it as [access, wan]"),
                wrong(", back: [far]", "", "flows.tcp.back: missing; must be given; write it as [access, wan]"),
                wrong(
                        "delay: 2ms",
                        "delay: -2ms",
                        "hops.far.line.delay: -2ms; must be from 0ns to 60s; choose one in between"),
                wrong(
                        "delay: 2ms",
                        "delay: 2",
                        "hops.far.line.delay: 2; must be a number and one of ns, us, ms, s, min; write its unit: 2ns, 2us, 2ms, 2s or 2min"),
                wrong(
                        "delay: 2ms",
                        "rate: 0",
                        "hops.far.line.rate: 0; must be from 1kbit to 100Gbit; choose one in between"),
                wrong(
                        "duration: 10s",
                        "duration: 99999999999999999999s",
                        "duration: 99999999999999999999s; must be from 1ms to 3600s; choose one in between"),
                wrong(
                        "rate: 100Mbit",
                        "rate: 100Mbps",
                        "hops.access.line.rate: 100Mbps; must be a number and one of bit, kbit, Mbit, Gbit; did you mean 100Mbit, or bytes as tc does: 800Mbit?"),
                wrong(
                        "udp: { rate: 1Mbit }",
                        "udq: { rate: 1Mbit }",
                        "flows.flood.udq: unknown key; must be one of back, chunks, count, forward, header, offered, ping, spread, start, stop, tcp, udp; did you mean udp?",
                        "flows.flood: no sender; must be one of tcp, udp, chunks and ping; write tcp: { algorithm: reno }"),
                wrong(
                        "algorithm: reno",
                        "algorithm: cubik",
                        "flows.tcp.tcp.algorithm: cubik; must be one of reno, cubic, linux-cubic, bbr; did you mean cubic?"),
                wrong(
                        "  flood: { udp",
                        "  far: { udp",
                        "flows.far: far; must be a name that no hop has; rename one of the two: metrics have both"),
                wrong(
                        "  base: {}",
                        "  base: {}\n  Base: {}",
                        "cases.Base: Base; must be unlike base in more than case; rename one of them"),
                wrong("duration: 10s\n", "", "duration: missing; must be given; write a time, as 5ms"),
                wrong(
                        "scenario: lab",
                        "scenario: lib",
                        "scenario: lib; must be the name of its folder, lab; write scenario: lab"),
                wrong(
                        "discipline: fifo",
                        "discipline: fiffo",
                        "hops.wan.box.link.queue.discipline: fiffo; must be one of fifo, codel, dualpi2, red, wred, pie, fq-codel, sfq, wfq, cake; did you mean fifo?"),
                wrong(
                        "start: 5s",
                        "start: 15s",
                        "flows.flood.start: 15s; must be before the end, 10s; start earlier, or run longer"),
                wrong(
                        "start: 5s",
                        "start: 5s, stop: 4s",
                        "flows.flood.stop: 4s; must be after the last start, 5s; stop later, or start earlier"),
                wrong("count: 2", "count: 0", "flows.tcp.count: 0; must be from 1 to 1000; choose one in between"),
                wrong(
                        "count: 2",
                        "count: 2, header: { sourcePort: 1 }",
                        "flows.tcp.header: that of tcp-1 for tcp-2; must be a flow's own addresses and ports; leave sourcePort out: each flow then has its own"),
                wrong(
                        "  base: {}",
                        "  base: { hopps: {} }",
                        "cases.base.hopps: unknown key; must be one of duration, flows, hops, warmUp; did you mean hops?"),
                wrong(
                        "  base: {}",
                        "  base: { hops: { far: { line: { delay: -1ms } } } }",
                        "cases.base.hops.far.line.delay: -1ms; must be from 0ns to 60s; choose one in between"),
                wrong(
                        "  base: {}",
                        "  base: { hops: { far: null } }\n  other: {}",
                        "flows.tcp.back[0] (case base): far; must be the name of a hop: access, wan; add it, or name another"),
                wrong(
                        "line: { delay: 2ms }",
                        "balancer: { by: packet, branches: [ { hops: [more] } ] } }\n  more: { balancer: { by: flow, branches: [ { hops: [access] } ] }",
                        "hops.far.balancer.branches[0].hops[0]: more; must be a line or a box: no balancer stands inside a balancer; write its branches here"),
                wrong(
                        "line: { delay: 2ms }",
                        "line: { delay: 2ms }, box: {}",
                        "hops.far: line and box; must be one of line, box and balancer; take one away; a case does with line: null"));
    }

    @ParameterizedTest
    @MethodSource("problems")
    void problemIsToldWithItsPlaceItsBoundAndItsMend(String instead, String written, List<String> lines) {
        assertThat(GOOD).contains(instead);
        assertThat(problems(GOOD.replace(instead, written), "")).containsExactlyElementsOf(lines);
    }

    private static Arguments wrong(String instead, String written, String... lines) {
        return Arguments.of(instead, written, List.of(lines));
    }

    @Test
    void everythingThatIsWrongIsToldAtOnceAndOnceForAllCases() {
        String wrong = GOOD.replace("delay: 2ms", "delay: -2ms")
                        .replace("reno", "vegas")
                        .replace("[access, wan]", "[]") + "  other: { duration: 0s }\n";

        assertThat(problems(wrong, "figures: [ { case: base, metric: tcp.x, band: [1, 2], source: s } ]"))
                .extracting(line -> line.substring(0, line.indexOf(':')))
                .containsExactly(
                        "hops.far.line.delay", "flows.tcp.tcp.algorithm", "flows.tcp.forward", "cases.other.duration");
    }

    @Test
    void whatIsNotThereIsToldOnce() {
        String hops = GOOD.substring(GOOD.indexOf("hops:"), GOOD.indexOf("flows:"));
        String flows = GOOD.substring(GOOD.indexOf("flows:"), GOOD.indexOf("cases:"));
        String missing = "; must be given; add one, as tcp: { tcp: {}, forward: [wan], back: [wan] }";

        assertThat(problems(GOOD.replace(flows, ""), "")).containsExactly("flows: missing" + missing);
        assertThat(problems(GOOD.replace(flows, "flows: {}\n"), ""))
                .containsExactly("flows: empty" + missing.replace("given", "at least one"));
        assertThat(problems(GOOD.replace(hops, "hops: {}\n"), ""))
                .contains("hops: empty; must be at least one; add one, as wan: { line: { delay: 1ms } }");
    }

    @Test
    void mistakeInWhatCasesShareIsToldOfNoCase() {
        String other = "  other: { flows: { flood: null } }\n";

        assertThat(problems(GOOD.replace("[wan], start", "[wen], start") + other, ""))
                .containsExactly("flows.flood.forward[0]: wen; must be the name of a hop: access, far, wan;"
                        + " did you mean wan?");
    }

    @Test
    void roundTripOfTcpThatTakesNoTimeIsToldOfItsCase() {
        String still = "  still: { hops: { access: { line: { rate: null } }, far: { line: { delay: 0ms } } } }\n";

        assertThat(problems(GOOD + still, ""))
                .containsExactly("flows.tcp (case still): takes no time for a round trip; must be some on the way of"
                        + " TCP; name a line with a rate or a delay in forward or back");
    }

    @Test
    void changeAfterTheEndIsWarnedOf() throws IOException {
        String late =
                GOOD.replace("delay: 2ms", "delay: 2ms, changes: [ { at: 9s, delay: 1ms }, { at: 10s, delay: 3ms } ]");

        assertThat(read(late, "").warnings())
                .extracting(YamlProblem::line)
                .containsExactly("hops.far.line.changes[1].at: 10s; must be before the end, 10s; change earlier, or run"
                        + " longer");
    }

    @Test
    void scenarioThatIsOnlyRunNeedsNoFiguresAndNoFolderOfItsName() throws IOException {
        Path folder = Files.createDirectories(root.resolve("lab"));
        Files.writeString(folder.resolve("expected.yaml"), "figures: [ { case: none } ]");
        Path file = Files.writeString(folder.resolve("scenario.yaml"), GOOD.replace("scenario: lab", "scenario: mine"));
        Scenario scenario = ScenarioReader.readToRun(file);

        assertThat(scenario.name()).isEqualTo("mine");
        assertThat(scenario.expected()).isEqualTo(Expected.NOTHING);
        assertThat(scenario.warnings())
                .extracting(YamlProblem::line)
                .containsExactly("scenario: mine; must be the name of its folder, lab; write scenario: lab");
    }

    @Test
    void figureThatIsThereTwiceIsRefused() {
        String figure = "{ case: base, metric: tcp.jain, band: [0, 1], source: s }";

        assertThat(problems(GOOD, "figures: [ " + figure + ", " + figure + " ]"))
                .containsExactly("figures[1].metric: tcp.jain of base again; must be one that no figure before has;"
                        + " take one of the two away");
    }

    @Test
    void caseThatIsNoMappingIsToldOnce() {
        assertThat(problems(GOOD.replace("base: {}", "base: [1]"), ""))
                .containsExactly("cases.base: [1]; must be a mapping of keys to values; write key: value below it");
    }

    static List<Arguments> wrongFigures() {
        return List.of(
                figure(
                        "case: bass, metric: tcp.jain, band: [0, 1], source: s",
                        "figures[0].case: bass; must be the name of a case: base; did you mean base?"),
                figure(
                        "case: base/bass, metric: tcp.jain, band: [0, 1], source: s",
                        "figures[0].case: bass; must be the name of a case: base; did you mean base?"),
                figure(
                        "metric: tcp.gain, band: [0, 1], source: s",
                        "figures[0].metric: tcp.gain; must be of what tcp carries: goodputMbit, rttMinMillis, rttMeanMillis, rttP50Millis, rttP95Millis, rttP99Millis, rttMaxMillis, ackMeanMillis, ackP50Millis, ackP95Millis, ackP99Millis, ackMaxMillis, sentPackets, resentPercent, timeouts, silences, longestSilenceMillis, jain; did you mean jain?"),
                figure(
                        "metric: wen.lossPercent, band: [0, 1], source: s",
                        "figures[0].metric: wen; must be the name of a group, a flow or a hop of case base; did you mean wan?"),
                figure(
                        "metric: wan.tcp.sentMbit, band: [0, 1], source: s",
                        "figures[0].metric: wan.tcp.sentMbit; must be of one group's packets at a hop: lossPercent; name one of them"),
                figure(
                        "metric: flood.lostPercent, band: [2, 1], source: s",
                        "figures[0].band: [2.0, 1.0]; must be a list of two, low and high; write it as [16.5, 18.5]"),
                figure(
                        "metric: flood.lostPercent, band: [1%, 2], source: s",
                        "figures[0].band[0]: 1%; must be a number without unit; write it as 17.1: the metric's name says the unit"),
                figure(
                        "metric: flood.lostPercent, band: [1, 2]",
                        "figures[0].source: missing; must be given; say where it is printed"));
    }

    @ParameterizedTest
    @MethodSource("wrongFigures")
    void figureThatCannotBeHadIsRefused(String figure, String line) {
        assertThat(problems(GOOD, "figures: [ { " + figure + " } ]")).containsExactly(line);
    }

    private static Arguments figure(String figure, String line) {
        return Arguments.of(figure, line);
    }

    @Test
    void fileThatIsTooLongIsNotRead() {
        assertThat(problems("#" + "x".repeat(ScenarioReader.SIZE_LIMIT_BYTES), ""))
                .containsExactly("scenario: 1048577 bytes; must be at most 1048576 bytes; give a scenario file");
    }

    @Test
    void fileThatIsNoScenarioIsRefusedInOneLine() {
        assertThat(problems("just a text", ""))
                .containsExactly(
                        "scenario: just a text; must be a mapping of keys to values; begin with scenario: and the"
                                + " name of its folder");
        assertThat(problems("a: [", "")).hasSize(1);
    }

    private List<String> problems(String scenario, String expected) {
        List<String> lines = new ArrayList<>();
        assertThatThrownBy(() -> read(scenario, expected))
                .isInstanceOf(Refusal.class)
                .satisfies(refusal -> String.valueOf(refusal.getMessage())
                        .lines()
                        .map(line -> line.substring(line.indexOf(": ") + 2))
                        .forEach(lines::add));
        return lines;
    }

    private static NetworkCase network(Scenario scenario, String name) {
        return (NetworkCase) scenario.find(name).orElseThrow();
    }

    private Scenario read(String scenario, String expected) throws IOException {
        Path folder = Files.createDirectories(root.resolve("lab"));
        Files.deleteIfExists(folder.resolve("expected.yaml"));
        if (!expected.isEmpty()) {
            Files.writeString(folder.resolve("expected.yaml"), expected);
        }
        return ScenarioReader.read(Files.writeString(folder.resolve("scenario.yaml"), scenario));
    }
}
