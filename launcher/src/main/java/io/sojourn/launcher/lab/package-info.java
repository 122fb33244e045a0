// SPDX-License-Identifier: Apache-2.0
/**
 * Scenarios of the laboratory: read from their folders, with every problem at once, run over their cases and seeds, and
 * compared with what was published. docs/22-scenarios.md explains the language.
 */
@NullMarked
package io.sojourn.launcher.lab;

import org.jspecify.annotations.NullMarked;
