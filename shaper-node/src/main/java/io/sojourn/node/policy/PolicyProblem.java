// SPDX-License-Identifier: Apache-2.0
package io.sojourn.node.policy;

/**
 * One thing that is wrong with a policy file.
 *
 * @param path where: {@code queues[0].policer.rate}
 * @param value what stands there
 * @param bound what may stand there
 * @param mend what to change
 */
public record PolicyProblem(String path, String value, String bound, String mend) {
    /** One line for people. */
    public String line() {
        return path + ": " + value + "; must be " + bound + "; " + mend;
    }
}
