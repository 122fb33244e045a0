// SPDX-License-Identifier: Apache-2.0
/** What a virtual network is made of: hops, flows, and how long it runs. Records only; nothing here moves a packet. */
@NullMarked
package io.sojourn.lab.plan;

import org.jspecify.annotations.NullMarked;
