// SPDX-License-Identifier: Apache-2.0
/** A link and its tree of classes, built from a description and changed while packets wait. */
@NullMarked
package io.sojourn.engine.link;

import org.jspecify.annotations.NullMarked;
