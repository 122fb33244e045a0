// SPDX-License-Identifier: Apache-2.0
/** Round-trip times of ICMP echo (ping from iputils). */
@NullMarked
package io.sojourn.collectors.ping;

import org.jspecify.annotations.NullMarked;
