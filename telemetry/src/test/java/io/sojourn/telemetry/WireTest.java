// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class WireTest {
    static Stream<Record> records() {
        return Records.all().stream();
    }

    @ParameterizedTest
    @MethodSource("records")
    void everyRecordComesBackFromJsonAsItWas(Record written) {
        assertThat(Wire.read(Wire.write(written, WireFormat.JSON), written.getClass()))
                .isEqualTo(written);
    }

    @ParameterizedTest
    @MethodSource("records")
    void everyRecordComesBackFromSmileAsItWasAndIsSmaller(Record written) {
        byte[] smile = Wire.write(written, WireFormat.SMILE);

        assertThat(Wire.read(smile, written.getClass())).isEqualTo(written);
        assertThat(smile).hasSizeLessThan(Wire.write(written, WireFormat.JSON).length);
    }

    @ParameterizedTest
    @EnumSource(Topic.class)
    void everyTopicHasARecordInThisTest(Topic topic) {
        assertThat(records()).hasAtLeastOneElementOfType(topic.value());
    }

    @Test
    void unknownFieldsOfANewerWriterAreSkipped() {
        String json = Wire.text(Records.setting()).replaceFirst("\\{", "{\"fromTheFuture\":{\"a\":[1]},");

        assertThat(read(json, Setting.class)).isEqualTo(Records.setting());
    }

    @Test
    void absentNullableIsNoDataAndAbsentNumberIsRefused() {
        String json = Wire.text(Records.setting());

        assertThat(read(json.replaceFirst("\"recommendationId\":\"[^\"]*\",", ""), Setting.class)
                        .recommendationId())
                .isNull();
        assertThat(refusal(json.replaceFirst("\"revision\":1,", ""), Setting.class)
                        .field())
                .isEqualTo("revision");
    }

    @Test
    void negativeCounterIsNamedWithItsPathValueAndBound() {
        String json = Wire.text(Records.batch()).replace("\"sentPackets\":1650", "\"sentPackets\":-1");

        OutOfRange refusal = refusal(json, SampleBatch.class);

        assertThat(refusal.field()).isEqualTo("queues.[0].sentPackets");
        assertThat(refusal.value()).isEqualTo("-1");
        assertThat(refusal.bound()).isEqualTo("at least 0");
    }

    @Test
    void wrongTypesAreRefusedInsteadOfCoerced() {
        String json = Wire.text(Records.setting());

        assertThat(refusal(json.replace("\"revision\":1", "\"revision\":\"1\""), Setting.class)
                        .field())
                .isEqualTo("revision");
        assertThat(refusal(json.replace("\"revision\":1", "\"revision\":1.5"), Setting.class)
                        .field())
                .isEqualTo("revision");
        assertThat(refusal(json.replace("\"CODEL\"", "3"), Setting.class).field())
                .isEqualTo("settings.discipline");
        assertThat(refusal(json.replace("\"revision\":1", "\"revision\":1,\"revision\":2"), Setting.class))
                .isNotNull();
    }

    @Test
    void unknownSchemaNumberIsRefusedNamingTheKnownOne() {
        String json = Wire.text(Records.batch()).replace("\"schema\":1", "\"schema\":99");

        assertThat(refusal(json, SampleBatch.class)).hasMessageContaining("schema=99; must be 1");
    }

    @ParameterizedTest
    @EnumSource
    void everyDisciplineGoesByItsNameInEitherFormat(Discipline discipline) {
        QueueSettings settings =
                new QueueSettings(discipline, null, null, null, null, null, null, LengthAccounting.ETHERNET);

        assertThat(Wire.text(settings)).contains("\"discipline\":\"" + discipline.name() + "\"");
        for (WireFormat format : WireFormat.values()) {
            assertThat(Wire.read(Wire.write(settings, format), QueueSettings.class))
                    .isEqualTo(settings);
        }
    }

    /** Records of years stay readable: names may be added, at the end, and none goes. */
    @Test
    void disciplinesOfTheFirstVersionKeepNameAndPlace() {
        assertThat(Discipline.values())
                .extracting(Discipline::name)
                .startsWith("POLICER", "SHAPER", "CODEL", "FQ_CODEL", "FIFO", "UNKNOWN");
    }

    @Test
    void whatIsNotJsonIsRefusedInOneLine() {
        assertThat(refusal("hello, world", SampleBatch.class).getMessage())
                .contains("record", "JSON or Smile of SampleBatch")
                .doesNotContain("\n");
        assertThat(refusal("{\"schema\":1}{}", SampleBatch.class)).isNotNull();
        assertThat(refusal("null", SampleBatch.class)).isNotNull();
        assertThat(refusal("", SampleBatch.class)).isNotNull();
    }

    @Test
    void recordOfTwoMebibytesIsRefusedBothWays() {
        assertThatThrownBy(() -> Wire.read(new byte[2 << 20], SampleBatch.class))
                .isInstanceOf(OutOfRange.class)
                .hasMessageContaining("SampleBatch size=2097152; must be at most 1048576 bytes");
        FlowWindow large = new FlowWindow(1, "n", "q", 1_000, 0, Collections.nCopies(4_000, Records.flowSample()), 0);
        assertThatThrownBy(() -> Wire.write(large, WireFormat.JSON)).hasMessageContaining("send fewer queues or flows");
    }

    @Test
    void recordOfExactlyTheLimitIsRead() {
        byte[] json = Wire.write(Records.setting(), WireFormat.JSON);
        byte[] padded = Arrays.copyOf(json, Wire.RECORD_LIMIT_BYTES);
        Arrays.fill(padded, json.length, padded.length, (byte) ' ');

        assertThat(Wire.read(padded, Setting.class)).isEqualTo(Records.setting());
    }

    private static <T extends Record> T read(String json, Class<T> type) {
        return Wire.read(json.getBytes(StandardCharsets.UTF_8), type);
    }

    private static OutOfRange refusal(String json, Class<? extends Record> type) {
        return catchThrowableOfType(OutOfRange.class, () -> read(json, type));
    }
}
