// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.launcher.process.Refusal;
import io.sojourn.launcher.process.Unreadable;
import io.sojourn.node.policy.Policy;
import io.sojourn.node.policy.PolicyException;
import io.sojourn.node.yaml.YamlProblem;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Policy files as commands are given them; {@code -} is standard input. */
final class PolicyInput {
    /** As much as a policy file may have, and a byte more to be refused. */
    private static final int STDIN_LIMIT_BYTES = (64 << 20) + 1;

    private PolicyInput() {}

    /**
     * Reads a policy.
     *
     * @throws PolicyException with everything that is wrong with it
     * @throws Refusal when there is nothing to read, saying why
     */
    static Policy open(Path file) throws IOException {
        if (isStandardInput(file)) {
            return Policy.parse(name(file), standardInput());
        }
        if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
            throw Refusal.wrongInput(file + " " + Unreadable.why(file) + "; give a policy file, as YAML");
        }
        return Policy.read(file);
    }

    /** As {@link #open}; what is wrong ends the command. */
    static Policy read(Path file) throws IOException {
        try {
            return open(file);
        } catch (PolicyException e) {
            throw Refusal.wrongInput(String.valueOf(e.getMessage()));
        }
    }

    static String name(Path file) {
        return isStandardInput(file) ? "standard input" : file.toString();
    }

    /** One line for a warning. */
    static String warning(Path file, YamlProblem warning) {
        return name(file) + ": warning: " + warning.path() + ": " + warning.value() + "; should be " + warning.bound()
                + "; " + warning.mend();
    }

    private static boolean isStandardInput(Path file) {
        return file.toString().equals("-");
    }

    private static String standardInput() throws IOException {
        byte[] bytes = System.in.readNBytes(STDIN_LIMIT_BYTES);
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw Refusal.wrongInput("standard input is no UTF-8; give a policy file, as YAML");
        }
    }
}
