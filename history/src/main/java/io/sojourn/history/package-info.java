// SPDX-License-Identifier: Apache-2.0
/** Topics to a time-series store, and back. */
@NullMarked
package io.sojourn.history;

import org.jspecify.annotations.NullMarked;
