// SPDX-License-Identifier: Apache-2.0
/** One class a subcommand. */
@NullMarked
package io.sojourn.launcher.command;

import org.jspecify.annotations.NullMarked;
