// SPDX-License-Identifier: Apache-2.0
/** Recorded runs: folders with what the tools said, poll by poll. */
@NullMarked
package io.sojourn.collectors.run;

import org.jspecify.annotations.NullMarked;
