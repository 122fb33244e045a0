// SPDX-License-Identifier: Apache-2.0
/** HTTP API and web page. */
@NullMarked
package io.sojourn.console;

import org.jspecify.annotations.NullMarked;
