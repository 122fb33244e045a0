// SPDX-License-Identifier: Apache-2.0
/** Queues of one class: FIFO and what manages its length. */
@NullMarked
package io.sojourn.engine.queue;

import org.jspecify.annotations.NullMarked;
