// SPDX-License-Identifier: Apache-2.0
/** A virtual-time network around the engine. */
@NullMarked
package io.sojourn.lab;

import org.jspecify.annotations.NullMarked;
