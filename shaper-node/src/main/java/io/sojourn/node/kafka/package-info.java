// SPDX-License-Identifier: Apache-2.0
/** A node's ends on Kafka: samples and answers out, settings in. */
@NullMarked
package io.sojourn.node.kafka;

import org.jspecify.annotations.NullMarked;
