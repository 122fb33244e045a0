// SPDX-License-Identifier: Apache-2.0
/** Interactive queries: the newest windows of every node, from the memory of the instance that folds it. */
@NullMarked
package io.sojourn.streams.latest;

import org.jspecify.annotations.NullMarked;
