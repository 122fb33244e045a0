// SPDX-License-Identifier: Apache-2.0
/** Traffic conditioning on a caller-supplied clock (RFC 3290 words). */
@NullMarked
package io.sojourn.engine;

import org.jspecify.annotations.NullMarked;
