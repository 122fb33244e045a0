// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.smile.SmileFactory;
import com.fasterxml.jackson.dataformat.smile.SmileGenerator;
import com.fasterxml.jackson.dataformat.smile.databind.SmileMapper;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What Smile has and JSON has not: rows without names, short doubles, sketches as bytes. */
class BinaryWireTest {
    private static final SmileMapper SMILE = new SmileMapper(SmileFactory.builder()
            .disable(SmileGenerator.Feature.ENCODE_BINARY_AS_7BIT)
            .build());
    private static final SampleBatch BATCH = Records.all().stream()
            .filter(SampleBatch.class::isInstance)
            .map(SampleBatch.class::cast)
            .findFirst()
            .orElseThrow();

    /** The components of a {@link QueueSample}, in their order. */
    private static final int SOJOURN = Arrays.stream(QueueSample.class.getRecordComponents())
            .map(component -> component.getName())
            .toList()
            .indexOf("sojournMicros");

    @ParameterizedTest
    @ValueSource(
            doubles = {
                0,
                -0.0,
                1,
                -3,
                0.5,
                1.0 / 3,
                9_154_000,
                9_007_199_254_740_991.0,
                9_007_199_254_740_994.0,
                1e300,
                Double.MIN_VALUE
            })
    void doubleComesBackBitForBit(double value) {
        Quantiles written = new Quantiles(1, 0L, value, null, null);

        assertThat(Wire.read(Wire.write(written, WireFormat.SMILE), Quantiles.class))
                .isEqualTo(written);
    }

    @Test
    void doubleThatIsWholeTakesNoMoreThanTheNumber() {
        int withDouble = Wire.write(new Quantiles(1, null, 1.0, null, null), WireFormat.SMILE).length;
        int without = Wire.write(new Quantiles(1, null, null, null, null), WireFormat.SMILE).length;

        assertThat(withDouble).isEqualTo(without);
    }

    @Test
    void componentThatANewerWriterAppendsIsSkipped() throws IOException {
        assertThat(read(row -> row.add("from the future").addObject())).isEqualTo(BATCH);
    }

    @Test
    void componentThatAnOlderWriterDoesNotHaveIsNoData() throws IOException {
        QueueSample read = read(row -> row.remove(row.size() - 1)).queues().get(0);

        assertThat(read.unresponsiveBytes()).isNull();
        assertThat(read.sentBytes()).isEqualTo(BATCH.queues().get(0).sentBytes());
    }

    @Test
    void numberThatIsMissingRefusesTheRecordByItsName() {
        assertThat(refusal(row -> row.set(3, SMILE.nullNode())).field()).isEqualTo("queues.[0].offeredPackets");
    }

    @ParameterizedTest
    @ValueSource(strings = {"80", "0101010100", "01010101008001", "ffffffffffffffffffff01"})
    void bytesThatAreNoSketchRefuseTheRecordByItsName(String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);

        assertThat(refusal(row -> row.set(SOJOURN, SMILE.getNodeFactory().binaryNode(bytes)))
                        .field())
                .startsWith("queues.[0].sojournMicros");
    }

    private static SampleBatch read(Consumer<ArrayNode> change) throws IOException {
        ObjectNode tree = (ObjectNode) SMILE.readTree(Wire.write(BATCH, WireFormat.SMILE));
        change.accept((ArrayNode) tree.get("queues").get(0));
        return Wire.read(SMILE.writeValueAsBytes(tree), SampleBatch.class);
    }

    private static OutOfRange refusal(Consumer<ArrayNode> change) {
        return catchThrowableOfType(OutOfRange.class, () -> read(change));
    }
}
