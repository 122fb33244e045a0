// SPDX-License-Identifier: Apache-2.0
/** What is observed of flows and boxes, and the figures made of it. */
@NullMarked
package io.sojourn.lab.measure;

import org.jspecify.annotations.NullMarked;
