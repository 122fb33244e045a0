// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.link.Part.Branch;
import io.sojourn.engine.link.Part.Metered;
import io.sojourn.node.policy.PolicyView.Place;
import io.sojourn.node.policy.PolicyView.Value;
import java.util.ArrayList;
import java.util.List;

/** Makes a {@link PolicyView} of a policy. */
final class PolicyViews {
    private final Written written;

    private PolicyViews(Written written) {
        this.written = written;
    }

    static PolicyView of(Policy policy) {
        PolicyViews views = new PolicyViews(policy.written());
        Policy.Choice choice = policy.choice();
        List<PolicyView.Ruled> rules = new ArrayList<>();
        for (int i = 0; i < choice.rules().size(); i++) {
            FileRule rule = choice.rules().get(i);
            String shadow = choice.shadows().get(i);
            rules.add(
                    new PolicyView.Ruled(rule.path(), rule.match(), rule.toClass(), shadow.isEmpty() ? null : shadow));
        }
        return new PolicyView(
                policy.node(),
                policy.lengths().written(),
                policy.links().stream().map(views::link).toList(),
                rules,
                choice.placeOfOwner().size(),
                choice.byDefault() == QueueChooser.NONE
                        ? null
                        : policy.queues().get(choice.byDefault()).name());
    }

    private Place link(LinkPolicy link) {
        LinkFacts facts = link.facts();
        Value mtu = new Value("mtu", facts.mtuBytes() + "B", false);
        return new Place(link.name(), "link", "", List.of(mtu), List.of(part(link.root())));
    }

    private Place part(Part part) {
        if (part instanceof Part.Queue queue) {
            List<Value> values = values(queue.type().parameters(), queue.settings());
            return new Place("", "queue", queue.type().name(), values, meters(queue.meters()));
        }
        if (part instanceof Part.Shaped shaped) {
            List<Value> values = values(shaped.type().parameters(), shaped.settings());
            return new Place("", "shaper", shaped.type().name(), values, List.of(part(shaped.inner())));
        }
        Part.Scheduled scheduled = (Part.Scheduled) part;
        List<Parameter> classParameters = scheduled.type().classParameters();
        return new Place(
                "",
                "scheduler",
                scheduled.type().name(),
                values(scheduled.type().parameters(), scheduled.settings()),
                scheduled.classes().stream()
                        .map(branch -> branch(branch, classParameters))
                        .toList());
    }

    private Place branch(Branch branch, List<Parameter> parameters) {
        List<Place> below = new ArrayList<>(meters(branch.meters()));
        branch.children().forEach(child -> below.add(branch(child, parameters)));
        if (branch.part() != null) {
            below.add(part(branch.part()));
        }
        return new Place(branch.name(), "class", "", values(parameters, branch.settings()), below);
    }

    private List<Place> meters(List<Metered> meters) {
        return meters.stream()
                .map(meter -> new Place(
                        "",
                        "meter",
                        meter.type().name(),
                        values(meter.type().parameters(), meter.settings()),
                        List.of()))
                .toList();
    }

    private List<Value> values(List<Parameter> parameters, Settings settings) {
        return parameters.stream()
                .filter(settings::has)
                .map(parameter -> new Value(
                        parameter.name(),
                        Quantity.text(parameter, settings.value(parameter)),
                        written.isComputed(settings, parameter.name())))
                .toList();
    }
}
