// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.nft;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.sojourn.collectors.Fault;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class NftParserTest {
    private final List<Fault> faults = new ArrayList<>();

    @Test
    void ruleThatDropsWhatAMeterMarkedIsAPolicer() throws Exception {
        assertThat(parse(rule(
                        "\"comment\":\"exceed\",", "{\"counter\":{\"packets\":3,\"bytes\":4500}},{\"drop\":null}")))
                .containsExactly(new NftCounter("exceed", 3, 4500, true));
    }

    @Test
    void ruleWithALimitThatDropsIsAPolicerUnderItsPlace() throws Exception {
        assertThat(parse(rule(
                        "",
                        "{\"limit\":{\"rate\":1667,\"per\":\"second\",\"inv\":true}},"
                                + "{\"counter\":{\"packets\":3,\"bytes\":4500}},{\"drop\":null}")))
                .containsExactly(new NftCounter("f#2", 3, 4500, true));
    }

    @Test
    void firewallAndCountingRulesAreNoPolicers() throws Exception {
        assertThat(parse(rule("", "{\"counter\":{\"packets\":3,\"bytes\":4500}},{\"drop\":null}")))
                .extracting(NftCounter::policer)
                .containsExactly(false);
        assertThat(parse(rule("\"comment\":\"conform\",", "{\"counter\":{\"packets\":3,\"bytes\":4500}}")))
                .extracting(NftCounter::policer)
                .containsExactly(false);
    }

    @Test
    void ruleWithoutACounterIsPassedOver() throws Exception {
        assertThat(parse(rule("", "{\"drop\":null}"))).isEmpty();
        assertThat(parse(rule("", "{\"counter\":\"named\"}"))).isEmpty();
        assertThat(faults).isEmpty();
    }

    @Test
    void damagedCounterIsNamed() throws Exception {
        parse(rule("\"comment\":\"exceed\",", "{\"counter\":{\"packets\":\"3\",\"bytes\":4500}},{\"drop\":null}"));
        parse(rule("\"comment\":\"exceed\",", "{\"counter\":{\"packets\":3,\"bytes\":-1}},{\"drop\":null}"));
        parse(rule("\"comment\":\"exceed\",", "{\"counter\":{\"packets\":3}},{\"drop\":null}"));

        assertThat(faults).extracting(Fault::field).containsExactly("packets", "bytes", "bytes");
    }

    @Test
    void answerWithoutATableIsNamed() throws Exception {
        parse("{}");

        assertThat(faults).extracting(Fault::field).containsExactly("nftables");
    }

    private static String rule(String comment, String expressions) {
        return "{\"nftables\":[{\"metainfo\":{}},{\"rule\":{\"family\":\"inet\",\"table\":\"t\",\"chain\":\"f\",\"handle\":2,"
                + comment + "\"expr\":[{\"match\":{}}," + expressions + "]}}]}";
    }

    private List<NftCounter> parse(String json) throws Exception {
        return NftParser.parse(new ObjectMapper().readTree(json), faults::add);
    }
}
