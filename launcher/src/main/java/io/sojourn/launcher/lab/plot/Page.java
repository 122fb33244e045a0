// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import java.util.List;

/** The page that shows the charts. */
final class Page {
    private static final String GENERATOR = "<meta name=\"generator\" content=\"sojourn lab run\">";

    private Page() {}

    /**
     * One case, or all.
     *
     * @param table numbers in columns; may be empty
     * @param files pictures in their order
     */
    record Section(String title, String table, List<String> files) {}

    /** Whether a page is one of these. */
    static boolean isOne(String html) {
        return html.contains(GENERATOR);
    }

    static String html(Heading heading, List<Section> sections) {
        StringBuilder page = new StringBuilder();
        page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
                .append(GENERATOR)
                .append("\n<title>")
                .append(text(heading.title()))
                .append("</title>\n<style>\n")
                .append("body { font-family: sans-serif; margin: 1em; color: #333; }\n")
                .append("section { display: grid; gap: 0.5em; align-items: start;")
                .append(" grid-template-columns: repeat(auto-fit, minmax(min(36em, 100%), 1fr)); }\n")
                .append("h2, pre { grid-column: 1 / -1; margin: 1em 0 0; font-size: 1.1em; }\n")
                .append("pre { margin: 0; font-size: 0.85em; overflow-x: auto; }\n")
                .append("img { width: 100%; max-width: 900px; }\n")
                .append("</style>\n</head>\n<body>\n<h1>")
                .append(text(heading.title()))
                .append("</h1>\n<p><code>")
                .append(text(heading.origin()))
                .append("</code></p>\n");
        sections.forEach(section -> append(page, section));
        return page.append("</body>\n</html>\n").toString();
    }

    private static void append(StringBuilder page, Section section) {
        page.append("<section>\n<h2>").append(text(section.title())).append("</h2>\n");
        if (!section.table().isEmpty()) {
            page.append("<pre>").append(text(section.table())).append("</pre>\n");
        }
        for (String name : section.files()) {
            String shown = text(name);
            page.append("<a href=\"").append(shown).append("\"><img src=\"").append(shown);
            page.append("\" alt=\"").append(shown).append("\"></a>\n");
        }
        page.append("</section>\n");
    }

    private static String text(String plain) {
        return plain.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
