// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.launcher.metrics.SelfMetric;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Topic;
import io.sojourn.testkit.TestData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The documents say what the program does. */
class DocsTest {
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#]+)(?:#[^)]*)?\\)");

    static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.walk(TestData.root(), 4)) {
            return files.filter(file -> file.toString().endsWith(".md"))
                    .filter(file -> !file.toString().contains("/target/"))
                    .toList();
        }
    }

    @ParameterizedTest
    @EnumSource(Topic.class)
    void topicTableIsThatOfTheProgram(Topic topic) throws IOException {
        String row = "| `%s` | %s | `%s` | %d | %s |"
                .formatted(
                        topic.name(Topic.DEFAULT_PREFIX),
                        topic.key(),
                        topic.value().getSimpleName(),
                        topic.partitions(),
                        topic.compacted() ? "newest of each key" : kept(topic.retention()));

        assertThat(document("docs/51-topics.md").lines()).contains(row);
    }

    private static String kept(Duration retention) {
        long days = retention.toDays();
        return days > 0 ? days + " d" : retention.toHours() + " h";
    }

    @ParameterizedTest
    @EnumSource(
            value = Cause.class,
            names = {
                "INSUFFICIENT",
                "HEALTHY",
                "UNKNOWN",
                "POLICED",
                "BUFFERBLOAT",
                "RECEIVE_WINDOW_LIMITED",
                "UNDERSIZED_QUEUE",
                "REORDERING",
                "RANDOM_LOSS",
                "UNFAIR",
                "PATH_CHANGE"
            })
    void everyVerdictOfThisReleaseIsExplained(Cause cause) throws IOException {
        assertThat(document("README.md")).contains("| " + cause + " |");
        assertThat(document("docs/50-verdicts.md")).contains("## " + cause);
    }

    @ParameterizedTest
    @EnumSource(SelfMetric.class)
    void everyMetricOfAProcessIsDocumentedAsItIsTold(SelfMetric metric) throws IOException {
        String row = "| `%s` | %s | %s | %s | %s |"
                .formatted(
                        metric.family(),
                        metric.type().name().toLowerCase(Locale.ROOT),
                        String.join(", ", metric.labels()),
                        metric.commands(),
                        metric.help());

        assertThat(document("docs/54-self-metrics.md").lines()).contains(row);
    }

    /** To mend it: put what the command prints between the lines of the block. */
    @Test
    void disciplinesAreThoseOfTheProgram() throws IOException {
        String printed = Cli.run("policy", "disciplines").out();

        assertThat(document("docs/52-disciplines.md")).contains("```\n" + printed.stripTrailing() + "\n```");
    }

    @ParameterizedTest
    @MethodSource("documents")
    void everyLinkLeadsSomewhere(Path document) throws IOException {
        List<String> links = LINK.matcher(Files.readString(document))
                .results()
                .map((MatchResult result) -> result.group(1))
                .filter(link -> !link.startsWith("http"))
                .toList();

        assertThat(links)
                .allSatisfy(link ->
                        assertThat(document.resolveSibling(link).normalize()).exists());
    }

    @Test
    void everyModuleHasAReadme() throws IOException {
        List<String> modules = Pattern.compile("<module>(.+)</module>")
                .matcher(document("pom.xml"))
                .results()
                .map(result -> result.group(1))
                .toList();

        assertThat(modules).hasSize(11).allSatisfy(module -> assertThat(
                        TestData.root().resolve(module).resolve("README.md"))
                .exists());
    }

    private static String document(String path) throws IOException {
        return Files.readString(TestData.root().resolve(path));
    }
}
