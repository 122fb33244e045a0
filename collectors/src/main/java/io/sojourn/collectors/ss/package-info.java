// SPDX-License-Identifier: Apache-2.0
/** TCP sockets as the kernel keeps them (ss from iproute2). */
@NullMarked
package io.sojourn.collectors.ss;

import org.jspecify.annotations.NullMarked;
