// SPDX-License-Identifier: Apache-2.0
/** Charts of a scenario's runs, as SVG files and a page that shows them. */
@NullMarked
package io.sojourn.launcher.lab.plot;

import org.jspecify.annotations.NullMarked;
