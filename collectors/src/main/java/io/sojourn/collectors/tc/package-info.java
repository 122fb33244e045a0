// SPDX-License-Identifier: Apache-2.0
/** Queue counters of Linux traffic control (tc from iproute2). */
@NullMarked
package io.sojourn.collectors.tc;

import org.jspecify.annotations.NullMarked;
