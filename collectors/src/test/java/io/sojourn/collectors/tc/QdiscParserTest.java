// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.tc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sojourn.collectors.Fault;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class QdiscParserTest {
    private static final String HTB = "{\"kind\":\"htb\",\"handle\":\"1:\",\"root\":true,\"refcnt\":2,"
            + "\"options\":{\"r2q\":10,\"default\":\"0x10\",\"direct_packets_stat\":0,\"direct_qlen\":1000},"
            + "\"bytes\":18922412,\"packets\":12686,\"drops\":7,\"overlimits\":12441,\"requeues\":0,"
            + "\"backlog\":253042,\"qlen\":169}";
    private static final String PFIFO = "{\"kind\":\"pfifo\",\"handle\":\"10:\",\"parent\":\"1:10\","
            + "\"options\":{\"limit\":200},\"bytes\":18922412,\"packets\":12686,\"drops\":7,\"overlimits\":0,"
            + "\"requeues\":0,\"backlog\":253042,\"qlen\":169}";

    private final List<Fault> faults = new ArrayList<>();

    @Test
    void rootAndLeafAreReadWithTheirCounters() {
        List<Qdisc> qdiscs = parse("[" + HTB + "," + PFIFO + "]");

        assertThat(faults).isEmpty();
        assertThat(qdiscs).hasSize(2);
        assertThat(qdiscs.get(0).parent()).isNull();
        assertThat(qdiscs.get(0).counters()).isEqualTo(new TcCounters(18_922_412, 12_686, 7, 0, 0, 253_042, 169));
        assertThat(qdiscs.get(1).parent()).isEqualTo("1:10");
        assertThat(qdiscs.get(1).options().limit()).isEqualTo(200);
    }

    @Test
    void missingCounterIsNamedAndTheOtherQdiscIsRead() {
        List<Qdisc> qdiscs = parse("[" + HTB.replace("\"drops\":7,", "") + "," + PFIFO + "]");

        assertThat(qdiscs).extracting(Qdisc::kind).containsExactly("pfifo");
        assertThat(faults).singleElement().satisfies(fault -> {
            assertThat(fault.field()).isEqualTo("drops");
            assertThat(fault.value()).isEqualTo("missing");
            assertThat(fault.bound()).isEqualTo("a whole number, at least 0");
            assertThat(fault.mend()).contains("tc -s -j qdisc show");
        });
    }

    @Test
    void textWhereANumberBelongsIsNamed() {
        parse("[" + HTB.replace("\"bytes\":18922412", "\"bytes\":\"18922412\"") + "]");

        assertThat(faults).extracting(Fault::field, Fault::value).containsExactly(tuple("bytes", "\"18922412\""));
    }

    @Test
    void fractionWhereAWholeNumberBelongsIsNamed() {
        parse("[" + HTB.replace("\"qlen\":169", "\"qlen\":1.5") + "]");

        assertThat(faults).extracting(Fault::field).containsExactly("qlen");
    }

    @Test
    void negativeCounterIsNamed() {
        parse("[" + HTB.replace("\"packets\":12686", "\"packets\":-1") + "]");

        assertThat(faults).extracting(Fault::field).containsExactly("packets");
        assertThat(faults.get(0).value()).isEqualTo("-1");
    }

    @Test
    void counterOfMoreThan63BitsIsNamed() {
        parse("[" + HTB.replace("\"packets\":12686", "\"packets\":9223372036854775808") + "]");

        assertThat(faults).extracting(Fault::field).containsExactly("packets");
    }

    @Test
    void burstAsPrintedWithDetailsIsNamedWithTheMend() {
        parse("[{\"kind\":\"tbf\",\"handle\":\"1:\",\"root\":true,\"options\":{\"rate\":2500000,\"burst\":\"8000b/1\"},"
                + "\"bytes\":0,\"packets\":0,\"drops\":0,\"backlog\":0,\"qlen\":0}]");

        assertThat(faults).singleElement().satisfies(fault -> {
            assertThat(fault.field()).isEqualTo("burst");
            assertThat(fault.mend()).contains("without -d");
        });
    }

    @Test
    void somethingOtherThanAnArrayIsNamed() {
        assertThat(parse("{}")).isEmpty();
        assertThat(faults).extracting(Fault::field).containsExactly("qdiscs");
    }

    private List<Qdisc> parse(String json) {
        try {
            return QdiscParser.parse(new ObjectMapper().readTree(json), faults::add);
        } catch (com.fasterxml.jackson.core.JsonProcessingException e) {
            throw new AssertionError(e);
        }
    }
}
