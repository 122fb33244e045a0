// SPDX-License-Identifier: Apache-2.0
/** The classifier (RFC 3290 section 4). */
@NullMarked
package io.sojourn.engine.classify;

import org.jspecify.annotations.NullMarked;
