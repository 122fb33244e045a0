// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.Set;

/**
 * What comes by the hundred in a record, in binary: an array of the components in their order, without names, so that
 * components may only be appended.
 */
final class Rows {
    private static final Set<Class<? extends Record>> TYPES = Set.of(
            QueueSample.class,
            FlowSample.class,
            QueueWindow.class,
            WindowFigures.class,
            Quantiles.class,
            QueueSettings.class,
            DropCounts.class);

    private Rows() {}

    static void register(ObjectMapper mapper) {
        TYPES.forEach(type -> mapper.configOverride(type).setFormat(JsonFormat.Value.forShape(JsonFormat.Shape.ARRAY)));
    }

    /** The same with names again, so that what is wrong in it can be named. */
    static JsonNode named(JsonNode node, Type type) {
        if (type instanceof ParameterizedType list && node instanceof ArrayNode elements) {
            ArrayNode named = JsonNodeFactory.instance.arrayNode();
            elements.forEach(element -> named.add(named(element, list.getActualTypeArguments()[0])));
            return named;
        }
        if (!(type instanceof Class<?> record) || !record.isRecord()) {
            return node;
        }
        if (node instanceof ObjectNode object) {
            return named(object, record.getRecordComponents());
        }
        return node instanceof ArrayNode row && TYPES.contains(record)
                ? named(row, record.getRecordComponents())
                : node;
    }

    private static ObjectNode named(ObjectNode object, RecordComponent[] components) {
        ObjectNode named = JsonNodeFactory.instance.objectNode();
        named.setAll(object);
        for (RecordComponent component : components) {
            JsonNode value = object.get(component.getName());
            if (value != null) {
                named.set(component.getName(), named(value, component.getGenericType()));
            }
        }
        return named;
    }

    private static ObjectNode named(ArrayNode row, RecordComponent[] components) {
        ObjectNode named = JsonNodeFactory.instance.objectNode();
        for (int i = 0; i < Math.min(components.length, row.size()); i++) {
            named.set(components[i].getName(), named(row.get(i), components[i].getGenericType()));
        }
        return named;
    }
}
