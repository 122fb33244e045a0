// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/**
 * One number behind a finding.
 *
 * @param name what it is, camelCase with its unit: {@code rttP50Millis}, {@code lossRatio}
 * @param value finite
 * @param base what a ratio is of, or what was sampled, in words with the count: "of 12 345 packets offered"
 */
public record Measure(String name, double value, String base) {
    public Measure {
        Range.name("name", name);
        Range.finite(name, value, -Double.MAX_VALUE, Double.MAX_VALUE);
        Range.present("base", base);
    }
}
