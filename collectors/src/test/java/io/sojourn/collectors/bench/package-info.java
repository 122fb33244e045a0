// SPDX-License-Identifier: Apache-2.0
/** The benchmark behind the published figures of captures: {@code ./sojourn bench analyse}. */
package io.sojourn.collectors.bench;
