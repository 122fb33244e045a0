// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import java.io.PrintWriter;
import java.io.StringWriter;

/** Runs a command in this JVM and keeps what it printed. */
record Cli(int exitCode, String out, String err) {
    static Cli run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Sojourn.run(new PrintWriter(out), new PrintWriter(err), arguments);
        return new Cli(exitCode, out.toString(), err.toString());
    }
}
