// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.engine.classify.Prefix;
import io.sojourn.engine.classify.Range;
import io.sojourn.engine.classify.Rule;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ShadowsTest {
    private static final List<Prefix> ANYWHERE = List.of();
    private static final List<Range> ANY = List.of();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 5, 6, 7, 8, 9})
    void shadowsAreThoseThatComparingAllWithAllFinds(long seed) {
        Random random = new Random(seed);
        List<FileRule> rules = new ArrayList<>();
        for (int i = 0; i < 800; i++) {
            rules.add(rule(i, random));
        }

        List<String> expected = comparingAllWithAll(rules);
        assertThat(Shadows.of(rules)).isEqualTo(expected);
        // Many of either, by many a rule.
        assertThat(expected.stream().filter(String::isEmpty)).hasSizeGreaterThan(15);
        assertThat(expected.stream().distinct()).hasSizeGreaterThan(8);
    }

    @Test
    void firstOfSeveralThatCoverARuleIsNamedHoweverWide() {
        Prefix narrow = v4(0x0A010200L, 24);
        List<FileRule> rules = List.of(
                file(0, List.of(from(List.of(v4(0x0A010000L, 16))))),
                file(1, List.of(Rule.any(0))),
                file(2, List.of(from(List.of(narrow)))));

        assertThat(Shadows.of(rules)).containsExactly("", "", "rules[0]");
        assertThat(Shadows.of(List.of(rules.get(1), rules.get(0), rules.get(2))))
                .containsExactly("", "rules[1]", "rules[1]");
    }

    @Test
    void twoRulesThatCoverOneEndEachCoverOneThatLooksAtEither() {
        List<Prefix> host = List.of(v4(0x0A010203L, 32));
        Rule to = new Rule(ANYWHERE, host, ANY, ANY, ANY, ANY, ANY, ANY, 0);
        List<FileRule> rules = List.of(
                file(0, List.of(to)),
                file(1, List.of(from(List.of(v4(0x0A000000L, 8))))),
                file(2, List.of(from(host), to)));

        assertThat(Shadows.of(rules)).containsExactly("", "", "rules[1] and rules[0]");
        assertThat(Shadows.of(rules.subList(1, 3))).containsExactly("", "");
    }

    /** More prefixes than corners of one rule are filed: it is a candidate all the same. */
    @Test
    void ruleOfVeryManyPrefixesCoversWhatLiesInOneOfThem() {
        List<Prefix> many = IntStream.range(0, 1_000)
                .mapToObj(i -> v4(0x0A000000L + ((long) i << 8), 24))
                .toList();
        List<FileRule> rules = List.of(
                file(0, List.of(from(many))),
                file(1, List.of(from(List.of(v4(0x0A000000L + (999 << 8) + 7, 32))))),
                file(2, List.of(from(List.of(v4(0x0B000000L, 32))))));

        assertThat(Shadows.of(rules)).containsExactly("", "rules[0]", "");
    }

    private static List<String> comparingAllWithAll(List<FileRule> rules) {
        List<String> shadows = new ArrayList<>();
        for (FileRule rule : rules) {
            Set<String> paths = new LinkedHashSet<>();
            for (Rule alternative : rule.alternatives()) {
                paths.add(rules.subList(0, shadows.size()).stream()
                        .filter(other -> other.alternatives().stream().anyMatch(one -> one.covers(alternative)))
                        .map(FileRule::path)
                        .findFirst()
                        .orElse(""));
            }
            shadows.add(paths.contains("") ? "" : String.join(" and ", paths));
        }
        return shadows;
    }

    /** From few values, so that many rules cover others; one in five looks at either end of a packet. */
    private static FileRule rule(int place, Random random) {
        Rule rule = new Rule(
                list(random, 2, () -> prefix(random)),
                list(random, 1, () -> prefix(random)),
                list(random, 1, () -> Range.of(random.nextBoolean() ? 6 : 17)),
                list(random, 5, () -> range(random, 60_000, 20)),
                list(random, 1, () -> range(random, 0, 20)),
                list(random, 5, () -> Range.of(random.nextInt(3) * 8)),
                list(random, 5, () -> Range.of(random.nextInt(2))),
                list(random, 5, () -> Range.of(random.nextInt(2))),
                place);
        return file(place, random.nextInt(5) > 0 ? List.of(rule) : eitherEnd(rule, random));
    }

    private static List<Rule> eitherEnd(Rule rule, Random random) {
        List<Prefix> hosts = List.of(prefix(random), prefix(random));
        return List.of(
                new Rule(hosts, ANYWHERE, rule.protocols(), ANY, ANY, ANY, ANY, ANY, rule.result()),
                new Rule(ANYWHERE, hosts, rule.protocols(), ANY, ANY, ANY, ANY, ANY, rule.result()));
    }

    /** Empty in {@code empty} of {@code empty + 2} cases. */
    private static <T> List<T> list(Random random, int empty, Supplier<T> entry) {
        int size = Math.max(0, random.nextInt(empty + 2) - empty + 1);
        return IntStream.range(0, size == 0 ? 0 : 1 + random.nextInt(3))
                .mapToObj(i -> entry.get())
                .toList();
    }

    private static Range range(Random random, int from, int span) {
        int low = from + random.nextInt(span);
        return random.nextBoolean() ? Range.of(low) : new Range(low, low + random.nextInt(span));
    }

    /** Of few networks, of any length, of either version. */
    private static Prefix prefix(Random random) {
        int choice = random.nextInt(16);
        if (random.nextInt(3) > 0) {
            int bits = List.of(15, 24, 24, 31, 31, 32, 32, 32).get(random.nextInt(8));
            long address = 0x0A000000L + choice * 0x00010101L;
            return v4(address & (-1L << (32 - bits)), bits);
        }
        int bits = List.of(0, 63, 64, 65, 96, 128, 128, 128).get(random.nextInt(8));
        long high = 0x2001_0DB8_0000_0000L + choice;
        long low = 0x8000_0000_0000_0000L * (choice & 1) + choice;
        return new Prefix(
                6,
                bits == 0 ? 0 : bits >= 64 ? high : high & (-1L << (64 - bits)),
                bits <= 64 ? 0 : low & (-1L << (128 - bits)),
                bits);
    }

    private static Prefix v4(long address, int bits) {
        return new Prefix(4, 0, address, bits);
    }

    private static Rule from(List<Prefix> sources) {
        return new Rule(sources, ANYWHERE, ANY, ANY, ANY, ANY, ANY, ANY, 0);
    }

    private static FileRule file(int place, List<Rule> alternatives) {
        return new FileRule("rules[" + place + "]", "", alternatives, "a");
    }
}
