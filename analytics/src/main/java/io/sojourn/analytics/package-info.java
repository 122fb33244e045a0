// SPDX-License-Identifier: Apache-2.0
/** Windows to findings and recommendations. */
@NullMarked
package io.sojourn.analytics;

import org.jspecify.annotations.NullMarked;
