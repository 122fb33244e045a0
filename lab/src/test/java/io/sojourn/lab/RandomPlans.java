// SPDX-License-Identifier: Apache-2.0
package io.sojourn.lab;

import io.sojourn.engine.LengthRule;
import io.sojourn.lab.plan.ClassChooser;
import io.sojourn.lab.plan.FlowPlan;
import io.sojourn.lab.plan.Headers;
import io.sojourn.lab.plan.HopPlan;
import io.sojourn.lab.plan.HopPlan.Balancing;
import io.sojourn.lab.plan.HopPlan.Branch;
import io.sojourn.lab.plan.HopPlan.Change;
import io.sojourn.lab.plan.HopPlan.Conditions;
import io.sojourn.lab.plan.Plan;
import io.sojourn.lab.plan.TcpSettings;
import io.sojourn.lab.plan.Traffic;
import io.sojourn.lab.twin.BoxSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Plans of lines with loss, jitter, limits and changes, of boxes and balancers, and of all kinds of traffic. */
final class RandomPlans {
    static final long SECOND = 1_000_000_000L;

    private static final List<Balancing> WAYS = List.of(Balancing.values());

    private final Random random;
    private final List<HopPlan> hops = new ArrayList<>();
    private final List<String> names = new ArrayList<>();

    private RandomPlans(long seed) {
        this.random = new Random(seed);
    }

    /** Two seconds; everything stops after one and a half. */
    static Plan plan(long seed, boolean tcp) {
        return new RandomPlans(seed).made(seed, tcp);
    }

    private Plan made(long seed, boolean tcp) {
        for (int i = 0; i < 4; i++) {
            add(line("line-" + i));
        }
        add(box("policer", new BoxSettings.Policing(rate(), 3_000 + random.nextInt(50_000))));
        add(box("shaper", new BoxSettings.Shaping(rate(), 10_000, 1 + random.nextInt(100))));
        List<Branch> branches = new ArrayList<>();
        for (int i = random.nextInt(4); i >= 0; i--) {
            branches.add(new Branch(1 + random.nextInt(1_000), some(2)));
        }
        add(new HopPlan.Balancer("balancer", WAYS.get(random.nextInt(WAYS.size())), branches));
        List<FlowPlan> flows = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            flows.add(flow(i, datagrams()));
        }
        if (tcp) {
            flows.add(flow(5, new Traffic.Ping(SECOND / 100, 84)));
            flows.add(flow(6, new Traffic.Bulk(TcpSettings.linux(TcpSettings.Algorithm.RENO), null)));
            flows.add(flow(7, new Traffic.Chunks(TcpSettings.windowsReno(), 50_000, SECOND / 4)));
        }
        return new Plan(seed, 2 * SECOND, 0, hops, flows);
    }

    private void add(HopPlan hop) {
        hops.add(hop);
        names.add(hop.name());
    }

    private HopPlan.Line line(String name) {
        Conditions after = new Conditions(rate(), random.nextInt(20_000_000), 0, random.nextDouble() * 0.2);
        return new HopPlan.Line(
                name,
                new Conditions(
                        random.nextBoolean() ? rate() : Conditions.UNLIMITED,
                        1 + random.nextInt(20_000_000),
                        random.nextInt(1_000_000),
                        random.nextInt(3) * 0.05),
                38,
                1 + random.nextInt(60),
                random.nextInt(20_000),
                random.nextBoolean(),
                List.of(new Change(SECOND / 2, random.nextBoolean() ? SECOND / 4 : 0, after)));
    }

    private static HopPlan.Box box(String name, BoxSettings settings) {
        return new HopPlan.Box(name, settings.part(), ClassChooser.only(settings.className()), LengthRule.ETHERNET);
    }

    private long rate() {
        return 1_000_000L + random.nextInt(20_000_000);
    }

    private FlowPlan flow(int number, Traffic traffic) {
        List<String> forward = new ArrayList<>(some(4));
        forward.add("line-0");
        return new FlowPlan(
                "flow-" + number,
                "group-" + number % 2,
                traffic,
                forward,
                some(2),
                Headers.udp(number),
                random.nextInt(100_000_000),
                3 * SECOND / 2);
    }

    private Traffic datagrams() {
        Traffic.ConstantRate rate =
                new Traffic.ConstantRate(rate() / 2, 100 + random.nextInt(1_400), random.nextDouble());
        return random.nextBoolean() ? rate : new Traffic.OnOff(rate, SECOND / 20, SECOND / 20, random.nextBoolean());
    }

    private List<String> some(int atMost) {
        List<String> some = new ArrayList<>();
        for (int i = random.nextInt(atMost + 1); i > 0; i--) {
            some.add(names.get(random.nextInt(names.size())));
        }
        return some;
    }
}
