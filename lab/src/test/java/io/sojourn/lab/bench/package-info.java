// SPDX-License-Identifier: Apache-2.0
/** The benchmarks behind the published figures: {@code ./sojourn bench lab}. */
package io.sojourn.lab.bench;
