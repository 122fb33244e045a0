// SPDX-License-Identifier: Apache-2.0
/**
 * A virtual-time network around the engine: lines, boxes and balancers, and hosts whose traffic answers to what is done to
 * it. Runs anything the engine can do, and forecasts what a setting would do ({@link io.sojourn.lab.twin.Twin}).
 *
 * <p>Deterministic: time is virtual, chance comes from a seed. Read {@code plan} first, then {@code net}, {@code host} and
 * {@code measure}; {@link io.sojourn.lab.Simulation} puts them together.
 */
@NullMarked
package io.sojourn.lab;

import org.jspecify.annotations.NullMarked;
