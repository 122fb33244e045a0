// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

/**
 * How one part is.
 *
 * @param name broker, streams, analytics, history, ...
 * @param fine whether it works
 * @param detail one sentence for people; no secrets
 */
public record HealthCheck(String name, boolean fine, String detail) {}
