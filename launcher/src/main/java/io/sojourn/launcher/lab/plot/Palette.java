// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

import java.util.List;

/**
 * Colors that people with any kind of color blindness tell apart, on white.
 *
 * <p>Source: Okabe and Ito, Color Universal Design (2008); its yellow, too faint on white, is left out for a gray.
 */
final class Palette {
    static final List<String> SERIES =
            List.of("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#999999");

    /** Sent, delivered, sent again. */
    static final List<String> PACKETS = List.of("#56B4E9", "#000000", "#D55E00");

    /** Of all flows together. */
    static final String TOTAL = "#333333";

    /** What is set, not measured. */
    static final String SET = "#A00000";

    private Palette() {}
}
