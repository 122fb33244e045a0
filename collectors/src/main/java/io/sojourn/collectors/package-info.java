// SPDX-License-Identifier: Apache-2.0
/** Foreign sources to samples. */
@NullMarked
package io.sojourn.collectors;

import org.jspecify.annotations.NullMarked;
