// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab;

import java.util.OptionalDouble;

/** What one run of a case gave. */
public interface Measured {
    /**
     * A figure by its name.
     *
     * @throws IllegalArgumentException when the case has none of that name
     */
    OptionalDouble value(String metric);
}
