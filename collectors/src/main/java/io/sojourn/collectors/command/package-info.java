// SPDX-License-Identifier: Apache-2.0
/** Tools of the system, run with a time limit. */
@NullMarked
package io.sojourn.collectors.command;

import org.jspecify.annotations.NullMarked;
