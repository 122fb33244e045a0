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
import java.util.Arrays;
import java.util.List;

/**
 * Sketches on the wire: for people and other programs an object with its bins, where bytes can stand as they are one run of
 * them. Five {@link Varints} and then the {@link SketchBins}; nothing for an empty one. Both are read.
 */
final class SketchJson {
    private static final int HEAD_LIMIT_BYTES = 5 * Varints.LIMIT_BYTES;

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
            if (!out.canWriteBinaryNatively()) {
                out.writePOJO(new Plain(s.count(), s.sum(), s.min(), s.max(), s.zeros(), s.bins()));
            } else if (s.isEmpty()) {
                out.writeBinary(SketchBins.NONE);
            } else {
                writePacked(s, out);
            }
        }

        private static void writePacked(Sketch s, JsonGenerator out) throws IOException {
            byte[] bins = s.packedBins();
            byte[] bytes = new byte[HEAD_LIMIT_BYTES + bins.length];
            int at = 0;
            for (long number : new long[] {s.count(), s.sum(), s.min(), s.max(), s.zeros()}) {
                at = Varints.write(number, bytes, at);
            }
            System.arraycopy(bins, 0, bytes, at, bins.length);
            out.writeBinary(bytes, 0, at + bins.length);
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
            try {
                Varints head = new Varints(bytes);
                return new Sketch(
                                head.next(),
                                head.next(),
                                head.next(),
                                head.next(),
                                head.next(),
                                Arrays.copyOfRange(bytes, head.position(), bytes.length))
                        .checked();
            } catch (ArrayIndexOutOfBoundsException ended) {
                throw new OutOfRange("sketch", bytes.length + " bytes", "five varints and the bins");
            }
        }
    }
}
