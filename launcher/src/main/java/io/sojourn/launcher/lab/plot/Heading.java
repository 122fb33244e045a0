// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.lab.plot;

/**
 * What every chart of a run says of it.
 *
 * @param title of the scenario
 * @param origin how to run it again
 */
record Heading(String title, String origin) {}
