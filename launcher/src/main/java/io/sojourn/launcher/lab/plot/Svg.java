// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Makes the library's pictures small, and the same every time. */
final class Svg {
    private static final Pattern TAG = Pattern.compile("<[^>]+>");
    /** Coordinates come with 17 digits; a tenth of a pixel is enough. */
    private static final Pattern LONG_NUMBER = Pattern.compile("(\\d+\\.\\d)\\d+");

    /** What a viewer takes for granted, and strokes that are not seen. */
    private static final Pattern NEEDLESS = Pattern.compile(
            " (?:stroke|fill)-opacity=\"1\\.0\"| stroke=\"[^\"]*\" stroke-opacity=\"0\\.0\" stroke-width=\"0\\.0\"");

    private static final Pattern ID = Pattern.compile(" id=\"(\\w+)\"");

    private Svg() {}

    static String tidy(String svg) {
        return named(TAG.matcher(svg).replaceAll(tag -> Matcher.quoteReplacement(shortened(tag.group()))));
    }

    /** Only tags: what is to be read stays as it is. */
    private static String shortened(String tag) {
        return NEEDLESS.matcher(LONG_NUMBER.matcher(tag).replaceAll("$1")).replaceAll("");
    }

    /** Identifiers are drawn by lot: they are numbered instead. */
    private static String named(String svg) {
        Set<String> ids = new LinkedHashSet<>();
        Matcher matcher = ID.matcher(svg);
        while (matcher.find()) {
            ids.add(matcher.group(1));
        }
        String result = svg;
        int number = 0;
        for (String id : ids) {
            number++;
            result = result.replace("\"" + id + "\"", "\"i" + number + "\"").replace("#" + id, "#i" + number);
        }
        return result;
    }
}
