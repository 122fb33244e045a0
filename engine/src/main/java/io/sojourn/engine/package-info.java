// SPDX-License-Identifier: Apache-2.0
/**
 * Traffic conditioning on a caller-supplied clock, in the words of RFC 3290: meter, dropper, queue, scheduler.
 *
 * <p>A node feeds packets to a {@link io.sojourn.engine.link.Link} and sends what it gives back; a simulation does the
 * same with virtual time. Arithmetic is in whole nanoseconds, bytes and nanobits, so both get the same answers.
 */
@NullMarked
package io.sojourn.engine;

import org.jspecify.annotations.NullMarked;
