// SPDX-License-Identifier: Apache-2.0
package io.sojourn.testkit;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Prometheus text, format 0.0.4, read as strictly as a scraper: what is not as it should be is an {@link AssertionError}. */
public final class PrometheusText {
    private static final String NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
    private static final Pattern HELP = Pattern.compile("# HELP (" + NAME + ") (.*)");
    private static final Pattern TYPE =
            Pattern.compile("# TYPE (" + NAME + ") (counter|gauge|histogram|summary|untyped|info)");
    private static final Pattern SAMPLE = Pattern.compile("(" + NAME + ")(?:\\{(.*)})? (\\S+)");
    private static final Pattern LABEL =
            Pattern.compile("([a-zA-Z_][a-zA-Z0-9_]*)=\"((?:[^\"\\\\\n]|\\\\.)*)\"(?:,|$)");

    private final Map<String, Family> families = new LinkedHashMap<>();

    /**
     * What bears one name.
     *
     * @param samples value by name of the sample and its labels, as {@code name{a="b"}}
     */
    public record Family(String name, String help, String type, Map<String, Double> samples) {}

    private PrometheusText() {}

    public static PrometheusText parse(String text) {
        PrometheusText parsed = new PrometheusText();
        if (!text.endsWith("\n")) {
            throw new AssertionError("the last line has no end");
        }
        Family family = new Family("(none)", "", "", Map.of());
        Iterator<String> lines = text.lines().iterator();
        while (lines.hasNext()) {
            String line = lines.next();
            Matcher help = HELP.matcher(line);
            if (help.matches()) {
                family = parsed.family(help, lines.next());
            } else {
                sample(family, line);
            }
        }
        return parsed;
    }

    /** By name. */
    public Map<String, Family> families() {
        return families;
    }

    /**
     * The value of a sample; fails when there is none.
     *
     * @param sample as it stands in the text: {@code name} or {@code name{a="b",c="d"}}
     */
    public double value(String sample) {
        for (Family family : families.values()) {
            Double value = family.samples().get(sample);
            if (value != null) {
                return value;
            }
        }
        throw new AssertionError("no sample " + sample);
    }

    private Family family(Matcher help, String next) {
        Matcher type = TYPE.matcher(next);
        if (!type.matches() || !type.group(1).equals(help.group(1))) {
            throw new AssertionError(help.group() + " has no type, but " + next);
        }
        if (help.group(2).isBlank()) {
            throw new AssertionError(help.group(1) + " has no help");
        }
        Family family = new Family(help.group(1), help.group(2), type.group(2), new TreeMap<>());
        if (families.put(family.name(), family) != null) {
            throw new AssertionError("a second family " + family.name());
        }
        return family;
    }

    private static void sample(Family family, String line) {
        Matcher sample = SAMPLE.matcher(line);
        if (!sample.matches()) {
            throw new AssertionError("neither help nor sample: " + line);
        }
        String name = sample.group(1);
        if (!name.startsWith(family.name())
                || !suffixes(family.type())
                        .matcher(name.substring(family.name().length()))
                        .matches()) {
            throw new AssertionError(line + " is none of " + family.type() + " " + family.name());
        }
        String labels = sample.group(2) == null ? "" : "{" + checked(sample.group(2)) + "}";
        String value = sample.group(3).replace("Inf", "Infinity");
        if (family.samples().put(name + labels, Double.parseDouble(value)) != null) {
            throw new AssertionError("twice: " + line);
        }
    }

    private static Pattern suffixes(String type) {
        return switch (type) {
            case "histogram" -> Pattern.compile("_bucket|_sum|_count");
            case "summary" -> Pattern.compile("|_sum|_count");
            default -> Pattern.compile("");
        };
    }

    private static String checked(String labels) {
        if (!LABEL.matcher(labels).replaceAll("").isEmpty()) {
            throw new AssertionError("no labels: " + labels);
        }
        return labels;
    }
}
