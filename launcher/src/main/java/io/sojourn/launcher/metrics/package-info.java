// SPDX-License-Identifier: Apache-2.0
/** What a process tells of itself, as Prometheus text: the only place that knows Micrometer. */
@NullMarked
package io.sojourn.launcher.metrics;

import org.jspecify.annotations.NullMarked;
