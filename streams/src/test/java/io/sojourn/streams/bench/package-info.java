// SPDX-License-Identifier: Apache-2.0
/** The benchmarks behind the published figures of the windows: {@code ./sojourn bench windows}, {@code latency}, {@code restore}. */
package io.sojourn.streams.bench;
