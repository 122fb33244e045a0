// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.process;

import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;

/** Makes the topics of {@link Topic} where they are missing. Never changes one that is there. */
public final class TopicTable {
    private static final int WITHIN_SECONDS = 20;

    private final KafkaEnds ends;

    public TopicTable(KafkaEnds ends) {
        this.ends = ends;
    }

    /**
     * Makes what is missing.
     *
     * @param replication copies of each partition
     * @return the names that were made
     */
    public List<String> create(short replication) {
        return withAdmin(admin -> {
            List<NewTopic> missing = missing(present(admin), replication);
            admin.createTopics(missing).all().get(WITHIN_SECONDS, TimeUnit.SECONDS);
            return missing.stream().map(NewTopic::name).toList();
        });
    }

    /** The names that are not there. */
    public List<String> missing() {
        return withAdmin(admin ->
                missing(present(admin), (short) 1).stream().map(NewTopic::name).toList());
    }

    private interface Work {
        List<String> with(Admin admin) throws InterruptedException, ExecutionException, TimeoutException;
    }

    private List<String> withAdmin(Work work) {
        Map<String, Object> properties = ends.clientProperties();
        properties.put("default.api.timeout.ms", WITHIN_SECONDS * 1_000);
        properties.put("request.timeout.ms", 5_000);
        try (Admin admin = Admin.create(properties)) {
            return work.with(admin);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Refusal.missing("interrupted while asking " + ends.bootstrapServers() + " for its topics");
        } catch (ExecutionException | TimeoutException e) {
            String why = e.getCause() == null
                    ? "no answer in " + WITHIN_SECONDS + " s"
                    : String.valueOf(e.getCause().getMessage());
            throw Refusal.missing("no broker at " + ends.bootstrapServers() + ": " + why
                    + "; start one with ./sojourn up, or give --bootstrap");
        }
    }

    private static Set<String> present(Admin admin) throws InterruptedException, ExecutionException, TimeoutException {
        return admin.listTopics().names().get(WITHIN_SECONDS, TimeUnit.SECONDS);
    }

    private List<NewTopic> missing(Set<String> present, short replication) {
        List<NewTopic> missing = new ArrayList<>();
        for (Topic topic : Topic.values()) {
            if (!present.contains(ends.topic(topic))) {
                missing.add(new NewTopic(ends.topic(topic), topic.partitions(), replication).configs(configs(topic)));
            }
        }
        return missing;
    }

    private static Map<String, String> configs(Topic topic) {
        Map<String, String> configs = new HashMap<>();
        configs.put("cleanup.policy", topic.compacted() ? "compact" : "delete");
        // Above Wire's limit, so that a record that is too large is named and kept by the stream, not lost at its
        // sender.
        configs.put("max.message.bytes", "4194304");
        if (!topic.compacted()) {
            configs.put("retention.ms", Long.toString(topic.retention().toMillis()));
        }
        if (topic == Topic.SAMPLES) {
            // The broker's clock is the one a node's own is compared with.
            configs.put("message.timestamp.type", "LogAppendTime");
        }
        return configs;
    }
}
