// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import java.util.List;
import java.util.Map;

/** The page that shows the charts. */
final class Page {
    private Page() {}

    /** @param files of each section, in their order */
    static String html(String title, Map<String, List<String>> files) {
        StringBuilder page = new StringBuilder();
        page.append("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>")
                .append(text(title))
                .append("</title>\n<style>\n")
                .append("body { font-family: sans-serif; margin: 1em; color: #333; }\n")
                .append("section { display: grid; gap: 0.5em; align-items: start;")
                .append(" grid-template-columns: repeat(auto-fit, minmax(min(36em, 100%), 1fr)); }\n")
                .append("h2 { grid-column: 1 / -1; margin: 1em 0 0; font-size: 1.1em; }\n")
                .append("img { width: 100%; max-width: 900px; }\n")
                .append("</style>\n</head>\n<body>\n<h1>")
                .append(text(title))
                .append("</h1>\n");
        files.forEach((section, names) -> append(page, section, names));
        return page.append("</body>\n</html>\n").toString();
    }

    private static void append(StringBuilder page, String section, List<String> names) {
        if (names.isEmpty()) {
            return;
        }
        page.append("<section>\n<h2>").append(text(section)).append("</h2>\n");
        for (String name : names) {
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
