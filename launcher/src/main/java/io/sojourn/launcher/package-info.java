// SPDX-License-Identifier: Apache-2.0
/** The sojourn command. */
@NullMarked
package io.sojourn.launcher;

import org.jspecify.annotations.NullMarked;
