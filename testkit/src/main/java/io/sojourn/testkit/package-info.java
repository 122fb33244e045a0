// SPDX-License-Identifier: Apache-2.0
/** What the tests of other modules share. */
@NullMarked
package io.sojourn.testkit;

import org.jspecify.annotations.NullMarked;
