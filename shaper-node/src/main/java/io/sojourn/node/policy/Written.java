// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import io.sojourn.engine.Settings;
import io.sojourn.node.yaml.YamlSection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What stands in the file and is only shown: which values of which settings do, the others being computed; and names. */
final class Written {
    private static final String READ_BEFORE = "it was read before";

    private final IdentityHashMap<Settings, Set<String>> names = new IdentityHashMap<>();
    private List<PolicyView.HostSet> hosts = List.of();
    private List<String> interfaces = List.of();
    private List<PolicyView.Subscriber> subscribers = List.of();
    private Set<String> sharedBounds = Set.of();
    private final Map<String, Set<String>> boundsOfQueue = new HashMap<>();

    void add(Settings settings, Set<String> writtenNames) {
        names.put(settings, Set.copyOf(writtenNames));
    }

    boolean isComputed(Settings settings, String name) {
        return !names.getOrDefault(settings, Set.of()).contains(name);
    }

    /** Whether the file says how far this setting of a queue may go, for the queue or for all. */
    boolean isBounded(String queue, String name) {
        return sharedBounds.contains(name)
                || boundsOfQueue.getOrDefault(queue, Set.of()).contains(name);
    }

    /** Takes in who and what the file names; nothing of it is wrong. */
    void names(YamlSection top) {
        YamlSection sets = top.section("hosts");
        hosts = sets == null
                ? List.of()
                : sets.keys().stream()
                        .map(name -> new PolicyView.HostSet(name, texts(sets, name)))
                        .toList();
        interfaces = texts(top, "interfaces");
        subscribers = top.sectionsIfAny("subscribers").stream()
                .map(Written::subscriber)
                .toList();
        sharedBounds = keys(top.section("bounds"));
        for (String list : List.of("links", "queues")) {
            top.sectionsIfAny(list).forEach(this::bounds);
        }
    }

    private void bounds(YamlSection place) {
        Set<String> own = keys(place.section("bounds"));
        if (!own.isEmpty()) {
            boundsOfQueue.put(String.valueOf(place.text("name")), own);
        }
        place.sectionsIfAny("classes").forEach(this::bounds);
        YamlSection scheduler = place.isWord("scheduler") ? null : place.section("scheduler");
        if (scheduler != null) {
            scheduler.sectionsIfAny("classes").forEach(this::bounds);
        }
    }

    private static Set<String> keys(@Nullable YamlSection section) {
        return section == null ? Set.of() : Set.copyOf(section.keys());
    }

    List<PolicyView.HostSet> hosts() {
        return hosts;
    }

    List<String> interfaces() {
        return interfaces;
    }

    List<PolicyView.Subscriber> subscribers() {
        return subscribers;
    }

    private static PolicyView.Subscriber subscriber(YamlSection section) {
        return new PolicyView.Subscriber(
                String.valueOf(section.text("name")),
                section.text("plan"),
                texts(section, "addresses"),
                String.valueOf(section.text("class")));
    }

    private static List<String> texts(YamlSection section, String key) {
        return section.values(key, READ_BEFORE, (field, text) -> text);
    }
}
