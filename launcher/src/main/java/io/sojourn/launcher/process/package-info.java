// SPDX-License-Identifier: Apache-2.0
/** What the commands are made of: the folder, the topics, the parts of one process, runs and decisions. */
@NullMarked
package io.sojourn.launcher.process;

import org.jspecify.annotations.NullMarked;
