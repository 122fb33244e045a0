// SPDX-License-Identifier: Apache-2.0
package io.sojourn.collectors.ping;

/** @param micros when the reply came, Unix epoch */
public record PingReply(long micros, long sequence, long rttMicros) {}
