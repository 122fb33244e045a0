// SPDX-License-Identifier: Apache-2.0
/** The broker and the store of the one-process mode, in this JVM. Only here are classes used that are not public API. */
@NullMarked
package io.sojourn.launcher.embedded;

import org.jspecify.annotations.NullMarked;
