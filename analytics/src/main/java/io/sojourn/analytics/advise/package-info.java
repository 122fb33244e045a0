// SPDX-License-Identifier: Apache-2.0
/** From a finding to one change of a setting, with its predicted effect: pure. No I/O, no clock. */
@NullMarked
package io.sojourn.analytics.advise;

import org.jspecify.annotations.NullMarked;
