// SPDX-License-Identifier: Apache-2.0
/** The twin: forecasts what a setting would do, from what was measured. */
@NullMarked
package io.sojourn.lab.twin;

import org.jspecify.annotations.NullMarked;
