// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.LengthRule;
import io.sojourn.engine.classify.Rule;
import io.sojourn.engine.classify.Subscribers;
import io.sojourn.node.yaml.YamlProblem;
import io.sojourn.telemetry.LengthAccounting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** What a node does with which packets, as its operator wrote it. See the module's README for the file's keys. */
public final class Policy {
    private final String node;
    private final Lengths lengths;
    private final List<LinkPolicy> links;
    private final List<QueuePolicy> queues;
    private final Choice choice;
    private final Written written;
    private final List<YamlProblem> warnings;

    /**
     * How packets find their queue.
     *
     * @param shadows of each rule the earlier one that leaves it nothing, or ""; see {@link Shadows}
     * @param placeOfOwner see {@link QueueChooser}
     * @param byDefault place of a queue, or {@link QueueChooser#NONE}
     */
    record Choice(
            List<FileRule> rules,
            List<String> shadows,
            List<Subscribers.Entry> subscribers,
            List<Integer> placeOfOwner,
            int byDefault) {

        Choice withShadows() {
            return new Choice(rules, Shadows.of(rules), subscribers, placeOfOwner, byDefault);
        }

        /** @throws IllegalArgumentException when the rules come to too many combinations */
        QueueChooser chooser() {
            List<Rule> alternatives =
                    rules.stream().flatMap(rule -> rule.alternatives().stream()).toList();
            return new QueueChooser(alternatives, subscribers, placeOfOwner, byDefault);
        }
    }

    Policy(
            String node,
            Lengths lengths,
            List<LinkPolicy> links,
            List<QueuePolicy> queues,
            Choice choice,
            Written written,
            List<YamlProblem> warnings) {
        this.node = node;
        this.lengths = lengths;
        this.links = List.copyOf(links);
        this.queues = List.copyOf(queues);
        this.choice = choice;
        this.written = written;
        this.warnings = List.copyOf(warnings);
    }

    /**
     * Reads a policy file.
     *
     * @throws PolicyException with every problem of the file
     */
    public static Policy read(Path file) throws IOException {
        return PolicyFile.read(file);
    }

    /** As {@link #read}, from text; {@code source} names it in problems. */
    public static Policy parse(String source, String yaml) {
        return PolicyFile.parse(source, yaml);
    }

    public String node() {
        return node;
    }

    /** Which bytes of a packet the rates of this node count, as near as the wire can tell it. */
    public LengthAccounting lengthAccounting() {
        return lengths.onWire();
    }

    public List<String> queueNames() {
        return queues.stream().map(QueuePolicy::name).toList();
    }

    /** What the file says that is allowed, and most likely not meant. */
    public List<YamlProblem> warnings() {
        return warnings;
    }

    /** The policy as it is in force, for people. */
    public PolicyView view() {
        return PolicyViews.of(this);
    }

    public LengthRule lengthRule() {
        return lengths.rule();
    }

    Lengths lengths() {
        return lengths;
    }

    public List<LinkPolicy> links() {
        return links;
    }

    public List<QueuePolicy> queues() {
        return queues;
    }

    Choice choice() {
        return choice;
    }

    Written written() {
        return written;
    }

    public QueueChooser chooser() {
        return choice.chooser();
    }

    /** A full IP packet of 1500 bytes as rates count it. */
    public int mtuBytes() {
        return lengths.mtuBytes();
    }
}
