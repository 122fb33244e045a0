// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class StandardOutputTest {
    private final StringWriter err = new StringWriter();

    @Test
    void outputThatIsNotWrittenGivesExitCode3() {
        assertThat(run(failing("No space left on device"))).isEqualTo(3);
        assertThat(err)
                .hasToString("sojourn: standard output cannot be written: No space left on device; write it somewhere"
                        + " else" + System.lineSeparator());
    }

    @Test
    void readerWhoHasSeenEnoughIsNoFailure() {
        assertThat(run(failing("Broken pipe"))).isZero();
        assertThat(err.toString()).isEmpty();
    }

    @Test
    void outputGoesWhereItShould() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        assertThat(run(out)).isZero();
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("lab");
    }

    private int run(OutputStream out) {
        return Sojourn.run(new StandardOutput(out), new PrintWriter(err), "--help");
    }

    private static OutputStream failing(String why) {
        return new OutputStream() {
            @Override
            public void write(int one) throws IOException {
                throw new IOException(why);
            }
        };
    }
}
