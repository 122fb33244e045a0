// SPDX-License-Identifier: Apache-2.0
/** The ends of flows: TCP senders and receivers, datagram sources, probes. */
@NullMarked
package io.sojourn.lab.host;

import org.jspecify.annotations.NullMarked;
