// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.Module;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.StdDeserializer;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.StdSerializer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Sketches on the wire: for people and other programs an object with its bins, where bytes can stand as they are one run of
 * them. Five numbers of eight bytes and then the {@link SketchBins}; nothing for an empty one. Both are read.
 */
final class SketchJson {
    private static final int HEAD_BYTES = 5 * Long.BYTES;

    private SketchJson() {}

    static Module module() {
        return new SimpleModule("sketches").addSerializer(new Writer()).addDeserializer(Sketch.class, new Reader());
    }

    /** The readable form. */
    private record Plain(long count, long sum, long min, long max, long zeros, List<SketchBin> bins) {}

    private static final class Writer extends StdSerializer<Sketch> {
        private static final long serialVersionUID = 1L;

        Writer() {
            super(Sketch.class);
        }

        @Override
        public void serialize(Sketch s, JsonGenerator out, SerializerProvider provider) throws IOException {
            if (out.canWriteBinaryNatively()) {
                out.writeBinary(bytes(s));
            } else {
                out.writePOJO(new Plain(s.count(), s.sum(), s.min(), s.max(), s.zeros(), s.bins()));
            }
        }

        @Override
        public boolean isEmpty(SerializerProvider provider, Sketch s) {
            return s.isEmpty();
        }

        private static byte[] bytes(Sketch s) {
            if (s.isEmpty()) {
                return SketchBins.NONE;
            }
            return ByteBuffer.allocate(HEAD_BYTES + s.packedBins().length)
                    .putLong(s.count())
                    .putLong(s.sum())
                    .putLong(s.min())
                    .putLong(s.max())
                    .putLong(s.zeros())
                    .put(s.packedBins())
                    .array();
        }
    }

    private static final class Reader extends StdDeserializer<Sketch> {
        private static final long serialVersionUID = 1L;

        Reader() {
            super(Sketch.class);
        }

        @Override
        public Sketch deserialize(JsonParser in, DeserializationContext context) throws IOException {
            try {
                if (in.currentToken() == JsonToken.VALUE_EMBEDDED_OBJECT) {
                    return sketch(in.getBinaryValue());
                }
                Plain r = context.readValue(in, Plain.class);
                return Sketch.of(r.count(), r.sum(), r.min(), r.max(), r.zeros(), Range.present("bins", r.bins()));
            } catch (OutOfRange unfit) {
                throw JsonMappingException.from(in, "no sketch", unfit);
            }
        }

        /** A sketch that is left out is empty. */
        @Override
        public Sketch getAbsentValue(DeserializationContext context) {
            return Sketch.empty();
        }

        private static Sketch sketch(byte[] bytes) {
            if (bytes.length == 0) {
                return Sketch.empty();
            }
            Range.atLeast("sketch bytes", bytes.length, HEAD_BYTES);
            ByteBuffer in = ByteBuffer.wrap(bytes);
            long count = in.getLong();
            long sum = in.getLong();
            long min = in.getLong();
            long max = in.getLong();
            long zeros = in.getLong();
            byte[] bins = new byte[in.remaining()];
            in.get(bins);
            return new Sketch(count, sum, min, max, zeros, bins).checked();
        }
    }
}
