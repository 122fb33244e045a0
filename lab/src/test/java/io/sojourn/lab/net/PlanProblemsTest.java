// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.lab.measure.Recorder;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.Headers;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.HopPlan.Branch;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanProblemsTest {
    private static final Traffic PING = new Traffic.Ping(1_000, 84);
    private static final Traffic BULK = new Traffic.Bulk(TcpSettings.windowsReno(), null);

    private static FlowPlan flow(String name, Traffic traffic, List<String> forward, List<String> back) {
        return new FlowPlan(name, "group", traffic, forward, back, Headers.udp(0), 0, 1);
    }

    private static HopPlan.Balancer balancer(String name, List<String> first, List<String> second) {
        return new HopPlan.Balancer(
                name, HopPlan.Balancing.PER_PACKET, List.of(new Branch(1, first), new Branch(1, second)));
    }

    private static Network network(List<HopPlan> hops, FlowPlan... flows) {
        Plan plan = new Plan(1, 1_000, 0, hops, List.of(flows));
        return new Network(plan, new Recorder(plan), EngineBox::new);
    }

    @Test
    void everyProblemIsToldAtOnceWithItsPlace() {
        List<HopPlan> hops = List.of(
                HopPlan.Line.delay("a", 1),
                HopPlan.Line.delay("b", 1),
                HopPlan.Line.delay("a", 2),
                balancer("spread", List.of("a", "c"), List.of("spread")));
        assertThatThrownBy(() -> network(
                        hops,
                        flow("one", PING, List.of("a", "d"), List.of("e")),
                        flow("one", PING, List.of("spread"), List.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("""
                        two hops are called a; rename one
                        balancer spread, branch 1: no hop is called c; there are a, b, spread
                        balancer spread, branch 2: spread is a balancer; a branch has lines and boxes only
                        flow one, forward: no hop is called d; there are a, b, spread
                        flow one, back: no hop is called e; there are a, b, spread
                        two flows are called one; rename one""");
    }

    @Test
    void tcpThatAnswersItselfInNoTimeIsRefused() {
        String message = "flow tcp: a round trip of TCP takes no time on its way; name a line with a rate or a delay";
        HopPlan.Line none = HopPlan.Line.delay("none", 0);
        HopPlan.Line some = HopPlan.Line.delay("some", 1);
        assertThatThrownBy(() -> network(List.of(), flow("tcp", BULK, List.of(), List.of())))
                .hasMessage(message);
        assertThatThrownBy(() -> network(List.of(none), flow("tcp", BULK, List.of("none"), List.of("none"))))
                .hasMessage(message);
        HopPlan.Balancer half = balancer("half", List.of("none"), List.of("some"));
        assertThatThrownBy(() -> network(List.of(none, some, half), flow("tcp", BULK, List.of("half"), List.of())))
                .hasMessage(message);
        HopPlan.Line ends = new HopPlan.Line(
                "ends", some.conditions(), 0, 1, 0, true, List.of(new HopPlan.Change(5, 0, none.conditions())));
        assertThatThrownBy(() -> network(List.of(ends), flow("tcp", BULK, List.of("ends"), List.of())))
                .hasMessage(message);
    }

    @Test
    void tcpThatTakesTimeAndPingsThatTakeNoneAreNot() {
        HopPlan.Line none = HopPlan.Line.delay("none", 0);
        HopPlan.Line some = HopPlan.Line.delay("some", 1);
        HopPlan.Line wire = HopPlan.Line.access("wire", 1_000, 0);
        HopPlan.Balancer both = balancer("both", List.of("none", "some"), List.of("wire"));
        Network network = network(
                List.of(none, some, wire, both),
                flow("1", BULK, List.of("none", "some"), List.of()),
                flow("2", BULK, List.of(), List.of("wire")),
                flow("3", BULK, List.of("both"), List.of()),
                flow("4", PING, List.of("none"), List.of()));
        assertThat(network.packets().underWay()).isZero();
    }

    @Test
    void boxThatIsNotThereAndOneThatIsALineAreNamed() {
        Network network = network(List.of(HopPlan.Line.delay("a", 1)));
        assertThatThrownBy(() -> network.box("b")).hasMessage("no hop is called b");
        assertThatThrownBy(() -> network.box("a")).hasMessage("a is not a box");
    }
}
