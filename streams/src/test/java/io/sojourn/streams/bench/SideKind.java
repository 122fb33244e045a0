// SPDX-License-Identifier: Apache-2.0
package io.sojourn.streams.bench;

import io.sojourn.telemetry.KafkaEnds;
import io.sojourn.telemetry.Topic;

/** What is compared. */
enum SideKind {
    READ("read and parse only") {
        @Override
        Side side(SideArguments arguments) {
            return new ReadSide(arguments);
        }
    },
    DSL("Kafka Streams DSL") {
        @Override
        Side side(SideArguments arguments) {
            return new DslSide(arguments);
        }
    },
    WINDOWS("sojourn windows") {
        @Override
        Side side(SideArguments arguments) {
            return new WindowsSide(arguments);
        }
    };

    private final String label;

    SideKind(String label) {
        this.label = label;
    }

    abstract Side side(SideArguments arguments);

    String label() {
        return label;
    }

    /** The topic it reads. */
    String topic(KafkaEnds ends) {
        return this == DSL ? ends.topicPrefix() + Bed.SINGLE_SAMPLES : ends.topic(Topic.SAMPLES);
    }

    int samplesARecord() {
        return this == DSL ? 1 : Options.QUEUES_A_NODE;
    }
}
