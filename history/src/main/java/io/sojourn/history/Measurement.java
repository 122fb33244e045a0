// SPDX-License-Identifier: Apache-2.0
package io.sojourn.history;

import com.influxdb.client.domain.WritePrecision;
import com.influxdb.client.write.Point;
import io.sojourn.telemetry.OutOfRange;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One measurement: its name, its tags, its fields with their fixed types, and how a record becomes a point of it.
 *
 * <p>A field's type is set by the first write to a store and can't change after: a counter is always a whole number, a
 * ratio, a rate or a time always a fraction. A component that is null has no field: no data is never 0.
 */
final class Measurement<R> {
    /** The types a field may have, and what QuestDB calls them. */
    enum Type {
        COUNT("LONG"),
        REAL("DOUBLE"),
        FLAG("BOOLEAN"),
        TEXT("VARCHAR");

        private final String sql;

        Type(String sql) {
            this.sql = sql;
        }

        String sql() {
            return sql;
        }
    }

    /** Takes a component out of a record. */
    @FunctionalInterface
    interface Of<R, T> {
        @Nullable
        T get(R row);

        /** What a component of the component is; null when there is none. */
        default <U> Of<R, U> then(Of<? super T, U> next) {
            return row -> {
                T value = get(row);
                return value == null ? null : next.get(value);
            };
        }
    }

    /**
     * Time of a row.
     *
     * @param millis event time
     * @param slot 0 to 999 999, in nanoseconds: tells apart rows of one millisecond and one series
     */
    record Moment(long millis, int slot) {
        private static final long LAST_MILLIS = Long.MAX_VALUE / 1_000_000 - 1;

        static Moment of(long millis) {
            return new Moment(millis, 0);
        }

        /**
         * The slot of a versioned row: {@code version mod 1000} in microseconds, then a hash of the id, 0 to 999, in
         * nanoseconds. InfluxDB takes two rows of a series for one when millisecond and slot agree; QuestDB, which keeps
         * microseconds, compares the id itself.
         */
        static Moment of(long millis, long version, String id) {
            int micros = (int) Math.floorMod(version, 1_000L);
            return new Moment(millis, micros * 1_000 + Math.floorMod(id.hashCode(), 1_000));
        }

        /** The slot of a row that has neither version nor id: a hash of what it says. */
        static Moment hashed(long millis, String text) {
            return new Moment(millis, Math.floorMod(text.hashCode(), 1_000_000));
        }

        long nanos() {
            if (millis < 0 || millis > LAST_MILLIS) {
                throw new OutOfRange("time in ms", millis, "from 0 to " + LAST_MILLIS);
            }
            return millis * 1_000_000 + slot;
        }
    }

    record Tag<R>(String name, Of<R, String> from) {}

    record Field<R>(String name, Type type, Of<R, Object> from) {}

    private final String name;
    private final Function<R, Moment> moment;
    private final List<Tag<R>> tags = new ArrayList<>();
    private final List<Field<R>> fields = new ArrayList<>();
    private final List<String> keyFields = new ArrayList<>();

    Measurement(String name, Function<R, Moment> moment) {
        this.name = name;
        this.moment = moment;
    }

    Measurement<R> tag(String tag, Of<R, String> from) {
        tags.add(new Tag<>(tag, from));
        return this;
    }

    /** A text that, beside time and tags, tells rows apart where the store can compare it (QuestDB). */
    Measurement<R> key(String field, Of<R, String> from) {
        keyFields.add(field);
        return field(field, Type.TEXT, row -> Names.encode(String.valueOf(from.get(row))));
    }

    Measurement<R> count(String field, Of<R, Long> from) {
        return field(field, Type.COUNT, from::get);
    }

    Measurement<R> real(String field, Of<R, Double> from) {
        return field(field, Type.REAL, from::get);
    }

    Measurement<R> flag(String field, Of<R, Boolean> from) {
        return field(field, Type.FLAG, from::get);
    }

    /** A text for people to read; control characters become spaces. */
    Measurement<R> text(String field, Of<R, String> from) {
        return field(field, Type.TEXT, row -> {
            String text = from.get(row);
            return text == null ? null : text.replaceAll("\\p{Cntrl}", " ");
        });
    }

    /** The whole record, so that a reader gets back exactly what was written. */
    Measurement<R> json(Of<R, String> from) {
        return field("json", Type.TEXT, from::get);
    }

    private Measurement<R> field(String field, Type type, Of<R, Object> from) {
        fields.add(new Field<>(field, type, from));
        return this;
    }

    String name() {
        return name;
    }

    List<Tag<R>> tags() {
        return tags;
    }

    List<Field<R>> fields() {
        return fields;
    }

    List<String> keyFields() {
        return keyFields;
    }

    /**
     * @param source where the record came from, for the reject if the store refuses the line
     * @throws OutOfRange when its time can't be written
     */
    Line line(R row, Line.Source source) {
        Moment at = moment.apply(row);
        Point point = Point.measurement(name).time(at.nanos(), WritePrecision.NS);
        for (Tag<R> tag : tags) {
            String value = tag.from().get(row);
            if (value != null) {
                point.addTag(tag.name(), Names.encode(value));
            }
        }
        for (Field<R> field : fields) {
            Object value = field.from().get(row);
            if (value instanceof Number number) {
                point.addField(field.name(), number);
            } else if (value instanceof Boolean flag) {
                point.addField(field.name(), flag);
            } else if (value != null) {
                point.addField(field.name(), value.toString());
            }
        }
        return new Line(point.toLineProtocol(), at.millis(), source);
    }
}
