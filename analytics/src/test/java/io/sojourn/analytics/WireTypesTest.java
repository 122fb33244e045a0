// SPDX-License-Identifier: Apache-2.0
package io.sojourn.analytics;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.analytics.detect.QueueState;
import io.sojourn.telemetry.QueueWindow;
import io.sojourn.telemetry.Topic;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.typeutils.PojoTypeInfo;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class WireTypesTest {
    @ParameterizedTest
    @ValueSource(
            classes = {
                QueueState.class,
                NodeClock.class,
                NodeTick.class,
                RawRecord.class,
                Diagnosis.class,
                QueueWindow.class
            })
    void soIsWhatTheJobKeepsAndShips(Class<?> type) {
        SerializerConfigImpl noGenericTypes = new SerializerConfigImpl();
        noGenericTypes.setGenericTypes(false);

        assertThat(TypeInformation.of(type)).isInstanceOf(PojoTypeInfo.class);
        assertThat(TypeInformation.of(type).createSerializer(noGenericTypes)).isNotNull();
    }

    @ParameterizedTest
    @EnumSource(Topic.class)
    void everyWireRecordIsAPojoToFlinkWithoutKryoAnywhereInside(Topic topic) {
        TypeInformation<?> type = TypeInformation.of(topic.value());
        SerializerConfigImpl noGenericTypes = new SerializerConfigImpl();
        noGenericTypes.setGenericTypes(false);

        assertThat(type).isInstanceOf(PojoTypeInfo.class);
        assertThat(type.createSerializer(noGenericTypes)).isNotNull();
    }
}
