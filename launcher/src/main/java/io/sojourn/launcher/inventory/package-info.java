// SPDX-License-Identifier: Apache-2.0
/** What the operator knows of queues: from files and policies to the inventory topic. */
@NullMarked
package io.sojourn.launcher.inventory;

import org.jspecify.annotations.NullMarked;
