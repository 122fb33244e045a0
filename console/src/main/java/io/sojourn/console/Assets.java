// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/** The page: a fixed list of files from the class path, read once. No path of a request ever names a file. */
final class Assets {
    private static final String ROOT = "/io/sojourn/console/web/";
    private static final List<String> OWN = List.of(
            "index.html",
            "style.css",
            "favicon.svg",
            "app/api.js",
            "app/card.js",
            "app/charts.js",
            "app/detail.js",
            "app/dom.js",
            "app/evidence.js",
            "app/format.js",
            "app/live.js",
            "app/main.js",
            "app/plot.js",
            "app/table.js",
            "app/theme.js",
            "app/tiles.js");
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "svg", "image/svg+xml");

    private final Map<String, Answer> byPath;

    private Assets(Map<String, Answer> byPath) {
        this.byPath = byPath;
    }

    static Assets load() {
        Map<String, Answer> all = new HashMap<>();
        OWN.forEach(name -> all.put("/" + name, file(ROOT + name)));
        String plot = "/META-INF/resources/webjars/uplot/" + plotVersion() + "/dist/";
        all.put("/vendor/uPlot.js", file(plot + "uPlot.iife.min.js"));
        all.put("/vendor/uPlot.css", file(plot + "uPlot.min.css"));
        @Nullable Answer index = all.get("/index.html");
        if (index != null) {
            all.put("/", index);
        }
        return new Assets(all);
    }

    @Nullable
    Answer find(String path) {
        return byPath.get(path);
    }

    private static Answer file(String resource) {
        byte[] bytes = bytes(resource);
        String type = TYPES.getOrDefault(resource.substring(resource.lastIndexOf('.') + 1), "text/plain");
        // Checked again each time, so that a new version is never mixed with an old one.
        return new Answer(200, type, bytes, Map.of("Cache-Control", "no-cache", "ETag", tag(bytes)));
    }

    private static String plotVersion() {
        Properties properties = new Properties();
        String text = new String(bytes("/META-INF/maven/org.webjars.npm/uplot/pom.properties"), StandardCharsets.UTF_8);
        try {
            properties.load(new StringReader(text));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return properties.getProperty("version", "");
    }

    private static byte[] bytes(String resource) {
        try (@Nullable InputStream in = Assets.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException(resource + " is not on the class path; build the console module again");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resource, e);
        }
    }

    private static String tag(byte[] bytes) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
            return '"' + HexFormat.of().formatHex(hash, 0, 12) + '"';
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("SHA-256 is part of every Java platform", e);
        }
    }
}
