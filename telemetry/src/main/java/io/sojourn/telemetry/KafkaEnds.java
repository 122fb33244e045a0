// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import java.util.HashMap;
import java.util.Map;

/**
 * Where Kafka is and how to speak to it: the same for every client of a process.
 *
 * @param bootstrapServers host:port, comma separated
 * @param topicPrefix see {@link Topic}
 * @param format what is written; both are read
 * @param security client properties passed through as they are (security.protocol, sasl.*, ssl.*)
 */
public record KafkaEnds(String bootstrapServers, String topicPrefix, WireFormat format, Map<String, String> security) {
    public KafkaEnds {
        Range.name("bootstrapServers", bootstrapServers);
        Range.present("topicPrefix", topicPrefix);
        Range.present("format", format);
        security = Map.copyOf(security);
    }

    /** A broker without encryption, JSON, the default prefix. */
    public static KafkaEnds plaintext(String bootstrapServers) {
        return new KafkaEnds(bootstrapServers, Topic.DEFAULT_PREFIX, WireFormat.JSON, Map.of());
    }

    public String topic(Topic topic) {
        return topic.name(topicPrefix);
    }

    /** What every client starts from; a modifiable copy. */
    public Map<String, Object> clientProperties() {
        Map<String, Object> properties = new HashMap<>(security);
        properties.put("bootstrap.servers", bootstrapServers);
        return properties;
    }

    /** Never prints what may be a secret. */
    @Override
    public String toString() {
        return "KafkaEnds[" + bootstrapServers + ", " + topicPrefix + "*, " + format + ", security " + security.keySet()
                + "]";
    }
}
