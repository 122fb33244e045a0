// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.MapperBuilder;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.smile.SmileFactory;
import com.fasterxml.jackson.dataformat.smile.SmileGenerator;
import com.fasterxml.jackson.dataformat.smile.databind.SmileMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The one mapper between records and bytes. Tolerant of unknown fields, so that a newer writer can be read; strict on
 * types and ranges: no number in a string, no fraction for a whole number, no missing primitive, no duplicate field.
 *
 * <p>Reads both formats whatever it writes: Smile begins with its own header.
 */
public final class Wire {
    /** Largest record that is written or read. */
    public static final int RECORD_LIMIT_BYTES = 1 << 20;

    private static final ObjectMapper JSON = strict(JsonMapper.builder(JsonFactory.builder()
            .streamReadConstraints(constraints())
            .enable(com.fasterxml.jackson.core.StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build()));
    private static final ObjectMapper SMILE = withoutWhatIsNotThere(strict(SmileMapper.builder(SmileFactory.builder()
            .streamReadConstraints(constraints())
            .disable(SmileGenerator.Feature.ENCODE_BINARY_AS_7BIT)
            .build())));

    /** Grows to the longest record that the thread has written. */
    private static final ThreadLocal<ByteArrayOutputStream> OUT = ThreadLocal.withInitial(ByteArrayOutputStream::new);

    private Wire() {}

    /** The JSON mapper itself, for whoever needs a tree (the console, the command line). */
    public static ObjectMapper json() {
        return JSON;
    }

    /**
     * @return at most {@link #RECORD_LIMIT_BYTES} bytes
     * @throws OutOfRange when the record is larger
     */
    public static byte[] write(Record value, WireFormat format) {
        try {
            ByteArrayOutputStream out = OUT.get();
            out.reset();
            (format == WireFormat.SMILE ? SMILE : JSON).writeValue(out, value);
            checkSize(value.getClass().getSimpleName(), out.size());
            return out.toByteArray();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + value.getClass().getSimpleName(), e);
        }
    }

    /** As {@link #write}, in JSON, as text. */
    public static String text(Record value) {
        return new String(write(value, WireFormat.JSON), StandardCharsets.UTF_8);
    }

    /**
     * @throws OutOfRange when the bytes are too many, are not a record of this type, or hold a value outside its bound
     */
    public static <T extends Record> T read(byte[] bytes, Class<T> type) {
        checkSize(type.getSimpleName(), bytes.length);
        try {
            @Nullable T value = reader(bytes).forType(type).readValue(bytes);
            return Range.present("record", value);
        } catch (JsonMappingException e) {
            throw isSmile(bytes) ? named(bytes, type, e) : refusal(e);
        } catch (IOException e) {
            throw new OutOfRange("record", firstLine(e), "JSON or Smile of " + type.getSimpleName());
        }
    }

    /**
     * Reads the elements of a record's list one by one; of what is no record, none.
     *
     * @param kept gets those that can be read
     * @param refused gets one for each of the others
     */
    static <T extends Record> void readEach(
            byte[] bytes, String list, Class<T> type, List<T> kept, List<OutOfRange> refused) {
        try {
            checkSize(type.getSimpleName(), bytes.length);
            int index = 0;
            for (JsonNode element : reader(bytes).readTree(bytes).path(list)) {
                String path = list + ".[" + index++ + "]";
                try {
                    kept.add(Range.present(
                            "record", JSON.reader().forType(type).<@Nullable T>readValue(Rows.named(element, type))));
                } catch (JsonMappingException e) {
                    OutOfRange inner = refusal(e);
                    refused.add(new OutOfRange(path + "." + inner.field(), inner.value(), inner.bound()));
                } catch (OutOfRange e) {
                    refused.add(new OutOfRange(path, e.value(), e.bound()));
                }
            }
        } catch (IOException | OutOfRange e) {
            refused.clear();
            kept.clear();
        }
    }

    private static ObjectReader reader(byte[] bytes) {
        return (isSmile(bytes) ? SMILE : JSON).reader();
    }

    private static boolean isSmile(byte[] bytes) {
        return bytes.length > 2 && bytes[0] == ':' && bytes[1] == ')' && bytes[2] == '\n';
    }

    /** A row does not know the names of what is wrong in it: reads it again with them. */
    private static OutOfRange named(byte[] bytes, Class<? extends Record> type, JsonMappingException unnamed) {
        try {
            JSON.reader().forType(type).readValue(Rows.named(SMILE.readTree(bytes), type));
            return refusal(unnamed);
        } catch (JsonMappingException named) {
            return refusal(named);
        } catch (IOException broken) {
            return refusal(unnamed);
        }
    }

    private static OutOfRange refusal(JsonMappingException e) {
        String path = e.getPath().stream()
                .map(step -> step.getFieldName() == null ? "[" + step.getIndex() + "]" : step.getFieldName())
                .collect(Collectors.joining("."));
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof OutOfRange inner) {
                String field = path.isEmpty() ? inner.field() : path + "." + inner.field();
                return new OutOfRange(field, inner.value(), inner.bound());
            }
        }
        String expected = e instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null
                ? mismatch.getTargetType().getSimpleName()
                : "well-formed";
        return new OutOfRange(path.isEmpty() ? "record" : path, firstLine(e), expected);
    }

    private static String firstLine(Exception e) {
        return String.valueOf(e.getMessage()).lines().findFirst().orElse("");
    }

    private static void checkSize(String what, int length) {
        if (length > RECORD_LIMIT_BYTES) {
            throw new OutOfRange(
                    what + " size",
                    length,
                    "at most " + RECORD_LIMIT_BYTES + " bytes; send fewer queues or flows a batch");
        }
    }

    /** In JSON a person sees what could be there; Smile is for programs, and half of a window's components are null. */
    private static ObjectMapper withoutWhatIsNotThere(ObjectMapper mapper) {
        mapper.setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
        mapper.registerModule(ShortDoubles.module());
        Rows.register(mapper);
        return mapper;
    }

    private static StreamReadConstraints constraints() {
        return StreamReadConstraints.builder()
                .maxNestingDepth(32)
                .maxStringLength(RECORD_LIMIT_BYTES)
                .maxNumberLength(64)
                .build();
    }

    private static <M extends ObjectMapper, B extends MapperBuilder<M, B>> ObjectMapper strict(MapperBuilder<M, B> b) {
        return b.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
                .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
                .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                .enable(DeserializationFeature.FAIL_ON_NUMBERS_FOR_ENUMS)
                .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
                .disable(MapperFeature.AUTO_DETECT_IS_GETTERS)
                .disable(JsonParser.Feature.INCLUDE_SOURCE_IN_LOCATION)
                .addModule(SketchJson.module())
                .build();
    }
}
