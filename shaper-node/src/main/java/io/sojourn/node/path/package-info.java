// SPDX-License-Identifier: Apache-2.0
/** What happens to packets: classified, queued on a link, let go or dropped, measured, and told of each second. */
@NullMarked
package io.sojourn.node.path;

import org.jspecify.annotations.NullMarked;
