// SPDX-License-Identifier: Apache-2.0
/** How samples become windows. Pure: no Kafka, no clock, so that the job and a one-shot analysis fold alike. */
@NullMarked
package io.sojourn.streams.fold;

import org.jspecify.annotations.NullMarked;
