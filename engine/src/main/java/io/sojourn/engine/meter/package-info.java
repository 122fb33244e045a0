// SPDX-License-Identifier: Apache-2.0
/** Meters, policers and limits (RFC 3290 section 5). */
@NullMarked
package io.sojourn.engine.meter;

import org.jspecify.annotations.NullMarked;
