// SPDX-License-Identifier: Apache-2.0
package io.sojourn.telemetry;

/** A range of a predicted or measured number; the unit is in the name of the component that holds it. */
public record Span(double low, double high) {
    public Span {
        Range.finite("low", low, -Double.MAX_VALUE, Double.MAX_VALUE);
        Range.finite("high", high, low, Double.MAX_VALUE);
    }
}
