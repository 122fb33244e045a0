// SPDX-License-Identifier: Apache-2.0
/** Schedulers: which class sends next. */
@NullMarked
package io.sojourn.engine.schedule;

import org.jspecify.annotations.NullMarked;
