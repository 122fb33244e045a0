// SPDX-License-Identifier: Apache-2.0
/**
 * A virtual-time network around the engine: closed-loop TCP senders, an access link, one conditioning element, delay both
 * ways, receivers. Runs anything the engine can do with traffic that answers to what is done to it, and forecasts what a
 * setting would do ({@link io.sojourn.lab.Twin}).
 *
 * <p>Deterministic: time is virtual, chance comes from a seed.
 */
@NullMarked
package io.sojourn.lab;

import org.jspecify.annotations.NullMarked;
