// SPDX-License-Identifier: Apache-2.0
/** Queues that keep flows apart. */
@NullMarked
package io.sojourn.engine.fair;

import org.jspecify.annotations.NullMarked;
