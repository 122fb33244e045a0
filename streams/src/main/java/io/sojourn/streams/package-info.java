// SPDX-License-Identifier: Apache-2.0
/** Samples to windows. */
@NullMarked
package io.sojourn.streams;

import org.jspecify.annotations.NullMarked;
