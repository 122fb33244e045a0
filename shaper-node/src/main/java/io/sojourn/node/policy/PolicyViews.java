// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.link.Part.Branch;
import io.sojourn.engine.link.Part.Metered;
import io.sojourn.node.policy.PolicyView.Place;
import io.sojourn.node.policy.PolicyView.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes a {@link PolicyView} of a policy. */
final class PolicyViews {
    private final Written written;
    private final Map<String, Place> boundsOf = new HashMap<>();

    private PolicyViews(Policy policy) {
        this.written = policy.written();
        for (QueuePolicy queue : policy.queues()) {
            boundsOf.put(queue.name(), BoundsView.of(queue, written));
        }
    }

    static PolicyView of(Policy policy) {
        PolicyViews views = new PolicyViews(policy);
        Policy.Choice choice = policy.choice();
        return new PolicyView(
                policy.node(),
                policy.lengths().written(),
                policy.links().stream().map(views::link).toList(),
                rules(choice),
                views.written.hosts(),
                views.written.interfaces(),
                views.written.subscribers(),
                choice.byDefault() == QueueChooser.NONE
                        ? null
                        : policy.queues().get(choice.byDefault()).name());
    }

    private static List<PolicyView.Ruled> rules(Policy.Choice choice) {
        List<PolicyView.Ruled> rules = new ArrayList<>();
        for (int i = 0; i < choice.rules().size(); i++) {
            FileRule rule = choice.rules().get(i);
            String shadow = choice.shadows().get(i);
            rules.add(
                    new PolicyView.Ruled(rule.path(), rule.match(), rule.toClass(), shadow.isEmpty() ? null : shadow));
        }
        return rules;
    }

    private Place link(LinkPolicy link) {
        Parameter mtu = PolicyValues.MTU;
        Value value = PolicyValues.of(mtu, link.facts().mtuBytes(), false);
        return new Place(link.name(), "link", "", List.of(value), part(link.root()));
    }

    /** What stands at a place: the meters of a queue, which packets pass before it, are beside it. */
    private List<Place> part(Part part) {
        if (part instanceof Part.Queue queue) {
            List<Value> values = values(queue.type().parameters(), queue.settings());
            Place bounds = boundsOf.get(queue.name());
            List<Place> places = new ArrayList<>(meters(queue.meters()));
            places.add(
                    new Place("", "queue", queue.type().name(), values, bounds == null ? List.of() : List.of(bounds)));
            return places;
        }
        if (part instanceof Part.Shaped shaped) {
            List<Value> values = values(shaped.type().parameters(), shaped.settings());
            return List.of(new Place("", "shaper", shaped.type().name(), values, part(shaped.inner())));
        }
        Part.Scheduled scheduled = (Part.Scheduled) part;
        return List.of(new Place(
                "",
                "scheduler",
                scheduled.type().name(),
                values(scheduled.type().parameters(), scheduled.settings()),
                scheduled.classes().stream()
                        .map(branch -> branch(branch, scheduled))
                        .toList()));
    }

    private Place branch(Branch branch, Part.Scheduled scheduled) {
        List<Place> below = new ArrayList<>(meters(branch.meters()));
        branch.children().forEach(child -> below.add(branch(child, scheduled)));
        if (branch.part() != null) {
            below.addAll(part(branch.part()));
        }
        return new Place(branch.name(), "class", "", classValues(branch.settings(), scheduled), below);
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

    private List<Value> classValues(Settings own, Part.Scheduled scheduled) {
        List<Parameter> parameters = scheduled.type().classParameters();
        List<Value> values = new ArrayList<>(values(parameters, own));
        for (Parameter parameter : parameters) {
            Unwritten.value(scheduled.type(), scheduled.settings(), parameter, own)
                    .ifPresent(value -> values.add(PolicyValues.of(parameter, value, true)));
        }
        return values;
    }

    private List<Value> values(List<Parameter> parameters, Settings settings) {
        return parameters.stream()
                .filter(settings::has)
                .map(parameter -> PolicyValues.of(
                        parameter, settings.value(parameter), written.isComputed(settings, parameter.name())))
                .toList();
    }
}
