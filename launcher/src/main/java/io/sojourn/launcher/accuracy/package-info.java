// SPDX-License-Identifier: Apache-2.0
/** How right the verdicts are: labelled recordings, what was said of them, and the score. Reading and scoring are apart. */
@NullMarked
package io.sojourn.launcher.accuracy;

import org.jspecify.annotations.NullMarked;
