// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.engine.Unit;
import io.sojourn.engine.link.Part;
import io.sojourn.engine.link.Part.Branch;
import io.sojourn.engine.link.Part.Metered;
import io.sojourn.node.settings.Branches;
import io.sojourn.node.settings.FactsBelow;
import io.sojourn.node.yaml.YamlProblem;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds rates and sizes in trees that do nothing: a shaper, policer or ceiling above what arrives at its place at most, a
 * queue that nothing holds back, a quantum or {@code mtu} shorter than the longest packet.
 *
 * <p>False positives: a queue without a rate above it may be meant for a caller that takes packets no faster than the
 * line goes.
 */
final class TreeWarnings {
    private final List<YamlProblem> warnings = new ArrayList<>();

    private TreeWarnings() {}

    static List<YamlProblem> of(List<LinkPolicy> links) {
        TreeWarnings found = new TreeWarnings();
        links.forEach(link -> found.part(link.root(), "link " + link.name(), link.facts()));
        return found.warnings;
    }

    /** @param facts what the place gets at most */
    private void part(Part part, String place, LinkFacts facts) {
        if (part instanceof Part.Shaped shaped) {
            aboveAll(place, shaped.type().name(), shaped.type().parameters(), shaped.settings(), facts);
            part(shaped.inner(), place, FactsBelow.shaper(shaped.type(), shaped.settings(), facts));
        } else if (part instanceof Part.Queue queue) {
            queue(queue, place, facts);
        } else if (part instanceof Part.Scheduled scheduled) {
            LinkFacts shared = FactsBelow.scheduler(scheduled.type(), scheduled.settings(), facts);
            scheduled.classes().forEach(branch -> branch(branch, scheduled, shared, true));
        }
    }

    private void branch(Branch branch, Part.Scheduled above, LinkFacts facts, boolean isAtTop) {
        String place = "class " + branch.name();
        List<Parameter> parameters = above.type().classParameters();
        Optional<Parameter> ceil = Branches.named(parameters, "ceil");
        // At the top a ceiling is in vain whatever it is: see Warnings.
        Optional<Parameter> most = ceil.isPresent() && isAtTop
                ? Optional.empty()
                : ceil.or(() -> Branches.named(parameters, "upperLimitRate"));
        most.filter(branch.settings()::has).ifPresent(parameter -> {
            long own = branch.settings().value(parameter);
            if (own > facts.rateBitsPerSecond()) {
                add(
                        place,
                        parameter.name() + " " + parameter.text(own),
                        "at most what the one above gets, " + parameter.text(facts.rateBitsPerSecond()),
                        "lower it, or raise the one above");
            }
        });
        shortBytes(place, "quantum", parameters, branch.settings(), facts);
        LinkFacts inside = FactsBelow.branch(above.type(), branch.settings(), facts, isAtTop);
        meters(branch.meters(), place, inside);
        branch.children().forEach(child -> branch(child, above, inside, false));
        if (branch.part() != null) {
            part(branch.part(), place, inside);
        }
    }

    private void queue(Part.Queue queue, String place, LinkFacts facts) {
        List<Parameter> parameters = queue.type().parameters();
        aboveAll(place, queue.type().name(), parameters, queue.settings(), facts);
        shortBytes(place, "mtu", parameters, queue.settings(), facts);
        meters(queue.meters(), place, facts);
        boolean hasRate = rate(parameters).filter(queue.settings()::has).isPresent();
        if (facts.rateBitsPerSecond() == LinkFacts.UNLIMITED
                && !hasRate
                && queue.meters().isEmpty()) {
            add(
                    place,
                    "no rate above its queue",
                    "given, else no packet ever waits there",
                    "give the link, or a class or shaper above, a rate");
        }
    }

    private void meters(List<Metered> meters, String place, LinkFacts facts) {
        meters.forEach(
                meter -> aboveAll(place, meter.type().name(), meter.type().parameters(), meter.settings(), facts));
    }

    /** A rate of something that is never reached. */
    private void aboveAll(String place, String what, List<Parameter> parameters, Settings settings, LinkFacts facts) {
        rate(parameters).filter(settings::has).ifPresent(rate -> {
            if (settings.value(rate) > facts.rateBitsPerSecond()) {
                add(
                        place,
                        what + " of " + rate.text(settings.value(rate)),
                        "below what arrives there, at most " + rate.text(facts.rateBitsPerSecond()),
                        "lower its rate, or take it away: it never has anything to do");
            }
        });
    }

    private void shortBytes(String place, String name, List<Parameter> parameters, Settings settings, LinkFacts facts) {
        Branches.named(parameters, name)
                .filter(parameter -> parameter.unit() == Unit.BYTES && settings.has(parameter))
                .filter(parameter -> settings.value(parameter) < facts.mtuBytes())
                .ifPresent(parameter -> add(
                        place,
                        name + " " + parameter.text(settings.value(parameter)),
                        "at least the longest packet, " + facts.mtuBytes() + "B",
                        "raise it, or leave it out"));
    }

    private static Optional<Parameter> rate(List<Parameter> parameters) {
        return Branches.named(parameters, "rate").filter(parameter -> parameter.unit() == Unit.BITS_PER_SECOND);
    }

    private void add(String place, String value, String bound, String mend) {
        warnings.add(new YamlProblem(place, value, bound, mend));
    }
}
