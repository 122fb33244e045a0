// SPDX-License-Identifier: Apache-2.0
/** What the wire says of a queue, and the tree of a link: each told from the other, and how far settings may go. */
@NullMarked
package io.sojourn.node.settings;

import org.jspecify.annotations.NullMarked;
