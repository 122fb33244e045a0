// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A picture as its reader sees it: texts, lines by color, bars. Reading fails when it is no XML. */
final class SvgFile {
    private final Document document;

    private SvgFile(Document document) {
        this.document = document;
    }

    static SvgFile read(Path file) {
        try {
            return of(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static SvgFile of(String svg) {
        try {
            return new SvgFile(DocumentBuilderFactory.newInstance()
                    .newDocumentBuilder()
                    .parse(new InputSource(new StringReader(svg))));
        } catch (ParserConfigurationException | SAXException | IOException e) {
            throw new AssertionError("no XML: " + svg, e);
        }
    }

    List<Element> elements(String name) {
        NodeList nodes = document.getElementsByTagName(name);
        List<Element> elements = new ArrayList<>();
        for (int i = 0; i < nodes.getLength(); i++) {
            elements.add((Element) nodes.item(i));
        }
        return elements;
    }

    List<String> texts() {
        return elements("text").stream()
                .map(text -> text.getTextContent().strip())
                .toList();
    }

    /** Curves: paths without a fill, by color, with their number of points. */
    Map<String, Integer> lines() {
        Map<String, Integer> lines = new TreeMap<>();
        for (Element path : curves()) {
            lines.merge(hex(path.getAttribute("stroke")), points(path).size(), Integer::sum);
        }
        return lines;
    }

    /** How many curves have a color. */
    int paths(String color) {
        return (int) curves().stream()
                .filter(path -> hex(path.getAttribute("stroke")).equals(color))
                .count();
    }

    private List<Element> curves() {
        return elements("path").stream()
                .filter(path -> path.getAttribute("fill").equals("none"))
                .toList();
    }

    /** From the lowest to the highest point of the curve of a color. */
    double heights(String color) {
        double[] ys = curves().stream()
                .filter(path -> hex(path.getAttribute("stroke")).equals(color))
                .flatMap(path -> points(path).stream())
                .mapToDouble(point -> Double.parseDouble(point.split(" ", -1)[1]))
                .toArray();
        return Arrays.stream(ys).max().orElseThrow() - Arrays.stream(ys).min().orElseThrow();
    }

    /** Where the dashed line of a color stands in its panel: 0 at its top, 1 at the bottom of the tallest. */
    double level(String color) {
        return elements("line").stream()
                .filter(line -> hex(line.getAttribute("stroke")).equals(color) && line.hasAttribute("stroke-dasharray"))
                .mapToDouble(line -> Double.parseDouble(line.getAttribute("y1")) / panelHeight())
                .findFirst()
                .orElseThrow();
    }

    /** Of the greatest rectangle: the panel. */
    double panelHeight() {
        return elements("rect").stream()
                .mapToDouble(rect -> Double.parseDouble(rect.getAttribute("height")))
                .max()
                .orElseThrow();
    }

    /** Rectangles in a color of the palette, keys of the legend left out: those are square. */
    long bars() {
        return elements("rect").stream()
                .filter(rect -> Palette.SERIES.contains(hex(rect.getAttribute("fill"))))
                .filter(rect -> !rect.getAttribute("height").equals(rect.getAttribute("width")))
                .count();
    }

    /** Of a line; of a band, its bars. */
    private static List<String> points(Element path) {
        return List.of(path.getAttribute("d").substring(1).split(" ?[LM]", -1));
    }

    private static String hex(String color) {
        if (!color.startsWith("rgb(")) {
            return color.toUpperCase(java.util.Locale.ROOT);
        }
        String[] parts = color.substring(4, color.length() - 1).split(",", -1);
        return String.format(
                "#%02X%02X%02X", Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }
}
