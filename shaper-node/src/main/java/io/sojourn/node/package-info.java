// SPDX-License-Identifier: Apache-2.0
/** The process on a node. */
@NullMarked
package io.sojourn.node;

import org.jspecify.annotations.NullMarked;
