// SPDX-License-Identifier: Apache-2.0
/** Shapers (RFC 2475 section 2.3.3.3). */
@NullMarked
package io.sojourn.engine.shape;

import org.jspecify.annotations.NullMarked;
