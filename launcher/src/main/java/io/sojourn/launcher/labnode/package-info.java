// SPDX-License-Identifier: Apache-2.0
/** Nodes whose packets come from the lab: the node's own data path and samples, with senders that answer to it. */
@NullMarked
package io.sojourn.launcher.labnode;

import org.jspecify.annotations.NullMarked;
