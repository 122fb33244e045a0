// SPDX-License-Identifier: Apache-2.0
/** CAKE: shaper, tins, host isolation and flow queues in one. */
@NullMarked
package io.sojourn.engine.cake;

import org.jspecify.annotations.NullMarked;
