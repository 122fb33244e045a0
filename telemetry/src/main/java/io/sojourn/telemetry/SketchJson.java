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
import java.util.List;

/** Sketches on the wire: for people and other programs an object with its bins, where bytes can stand as they are its own. */
final class SketchJson {
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
                out.writeBinary(s.packed());
            } else {
                out.writePOJO(new Plain(s.count(), s.sum(), s.min(), s.max(), s.zeros(), s.bins()));
            }
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
                    return Sketch.checked(in.getBinaryValue());
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
    }
}
