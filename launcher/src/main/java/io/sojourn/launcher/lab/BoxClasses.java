// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import io.sojourn.engine.classify.PacketFields;
import io.sojourn.lab.plan.ClassChooser;
import io.sojourn.node.policy.Policy;
import io.sojourn.node.policy.QueueChooser;
import java.util.List;
import java.util.Optional;

/** The rules of one box. Runs on several threads may ask at once: each asks only once a flow. */
final class BoxClasses implements ClassChooser {
    private final Policy policy;
    private final QueueChooser chooser;
    private final List<String> classes;

    BoxClasses(Policy policy) {
        this.policy = policy;
        this.chooser = policy.chooser();
        this.classes = policy.queueNames();
    }

    /** What the box is as a node. */
    Policy policy() {
        return policy;
    }

    @Override
    public String classOf(PacketFields header) {
        return find(header).orElseThrow(() -> new IllegalArgumentException("no class takes the packet"));
    }

    /** Empty when no class takes the packet. */
    synchronized Optional<String> find(PacketFields header) {
        int queue = chooser.queueOf(header);
        return queue == QueueChooser.NONE ? Optional.empty() : Optional.of(classes.get(queue));
    }
}
