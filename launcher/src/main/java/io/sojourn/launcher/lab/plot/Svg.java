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

    /** A bar of a band, upright. */
    private static final Pattern BAR =
            Pattern.compile("<line x1=\"([^\"]+)\" y1=\"([^\"]+)\" x2=\"\\1\" y2=\"([^\"]+)\""
                    + " stroke=\"([^\"]+)\"(?: fill=\"[^\"]*\")? stroke-width=\"([^\"]+)\">\\s*</line>\\s*");

    private static final Pattern ID = Pattern.compile(" id=\"(\\w+)\"");

    /** Of no width; not in the picture any more. */
    static final String UNSEEN = "\u200B";

    private Svg() {}

    static String tidy(String svg) {
        String shorter = TAG.matcher(svg).replaceAll(tag -> Matcher.quoteReplacement(shortened(tag.group())));
        return named(joined(shorter)).replace(UNSEEN, "");
    }

    /** Bars of one color after each other become one path, which is a quarter as long. */
    private static String joined(String svg) {
        StringBuilder result = new StringBuilder();
        Matcher bar = BAR.matcher(svg);
        int end = 0;
        String style = "";
        while (bar.find()) {
            String own = " fill=\"none\" stroke=\"" + bar.group(4) + "\" stroke-width=\"" + bar.group(5) + "\"/>";
            if (bar.start() > end || !own.equals(style)) {
                result.append(close(style))
                        .append(svg.substring(end, bar.start()))
                        .append("<path d=\"");
                style = own;
            }
            result.append('M').append(bar.group(1)).append(' ').append(bar.group(2));
            result.append('V').append(bar.group(3));
            end = bar.end();
        }
        return result.append(close(style)).append(svg.substring(end)).toString();
    }

    private static String close(String style) {
        return style.isEmpty() ? "" : "\"" + style + "\n";
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
