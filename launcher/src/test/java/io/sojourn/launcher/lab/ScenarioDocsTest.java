// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.Parameter;
import io.sojourn.engine.Settings;
import io.sojourn.node.yaml.Quantity;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page on scenarios says what the reader does. */
class ScenarioDocsTest {
    private static final Pattern YAML = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL);

    static Stream<List<Parameter>> parameters() {
        return Stream.of(
                ScenarioReader.KEYS,
                CaseReader.KEYS,
                LineReader.KEYS,
                LineReader.CHANGE_KEYS,
                HopReader.BALANCER_KEYS,
                HopReader.BRANCH_KEYS,
                FlowReader.KEYS,
                TcpReader.KEYS,
                TrafficReader.UDP_KEYS,
                TrafficReader.CHUNK_KEYS,
                TrafficReader.PING_KEYS,
                HeaderReader.KEYS,
                CostReader.KEYS);
    }

    @ParameterizedTest
    @MethodSource("parameters")
    void everyKeyIsThereWithItsRangeItsDefaultAndItsMeaning(List<Parameter> parameters) throws IOException {
        Settings defaults = Settings.of(parameters, Map.of(), new LinkFacts(LinkFacts.UNLIMITED, 1), new ArrayList<>());
        for (Parameter parameter : parameters) {
            String byDefault = parameter.isRequired()
                    ? "must be given"
                    : defaults.has(parameter) ? parameter.text(defaults.value(parameter)) : "none";
            assertThat(page())
                    .contains("| `%s` | %s | %s | %s |"
                            .formatted(parameter.name(), Quantity.range(parameter), byDefault, parameter.meaning()));
        }
    }

    @Test
    void everyMetricIsThere() throws IOException {
        Stream.concat(
                        FlowMetric.ALL.stream().map(FlowMetric::text),
                        HopMetric.ALL.stream().map(HopMetric::text))
                .forEach(metric -> assertThat(metrics()).contains(metric));
    }

    private static List<String> metrics() {
        try {
            return Pattern.compile("[A-Za-z0-9]+")
                    .matcher(page())
                    .results()
                    .map(word -> word.group())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void workedExampleCanBeRead(@TempDir Path root) throws IOException {
        List<String> blocks =
                YAML.matcher(page()).results().map(block -> block.group(1)).toList();
        Path folder = Files.createDirectories(root.resolve("short-queue"));
        Files.writeString(folder.resolve("expected.yaml"), blocks.get(1));

        Scenario scenario = ScenarioReader.read(Files.writeString(folder.resolve("scenario.yaml"), blocks.get(0)));

        assertThat(scenario.warnings()).isEmpty();
        assertThat(scenario.cases()).extracting(Case::name).containsExactly("short", "long");
        assertThat(scenario.expected().figures()).hasSize(2);
    }

    private static String page() throws IOException {
        return Files.readString(TestData.root().resolve("docs/22-scenarios.md"));
    }
}
