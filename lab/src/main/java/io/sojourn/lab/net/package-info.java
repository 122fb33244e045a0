// SPDX-License-Identifier: Apache-2.0
/** Packets under way: events in order of time, and the hops that pass, delay, hold or drop packets. */
@NullMarked
package io.sojourn.lab.net;

import org.jspecify.annotations.NullMarked;
