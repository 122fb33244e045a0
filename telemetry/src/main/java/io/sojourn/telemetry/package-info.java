// SPDX-License-Identifier: Apache-2.0
/**
 * The vocabulary every module speaks: wire records, units, the topic catalogue and the one JSON mapper.
 *
 * <p>Wire records are flat: primitives, strings, enums, nested flat records and lists of them. The unit is in the name.
 * A boxed {@code @Nullable} component is a value that may be unknown: "no data" is null, never 0.
 */
@NullMarked
package io.sojourn.telemetry;

import org.jspecify.annotations.NullMarked;
