// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import io.sojourn.launcher.process.Input;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.telemetry.Cause;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Captures with a {@code truth.csv}: policers and shapers, alone or with traffic that is not in the capture. A part that
 * lost packets is POLICED exactly where a policer is; more is not known of it.
 */
final class PolicingLabSet implements LabelledSet {
    static final String TRUTH = "truth.csv";

    private static final String HEADINGS = "trace,kind,rate_bps,bucket_bytes,rtt_ms,cross_traffic";
    private static final Label POLICED = Label.of(Set.of(Cause.POLICED));

    private final String name;
    private final Path folder;
    private final List<String> lines;

    /** @param lines of its {@code truth.csv}, headings included */
    PolicingLabSet(String name, Path folder, List<String> lines) {
        this.name = name;
        this.folder = folder;
        this.lines = lines;
    }

    @Override
    public List<LabelledCase> cases() {
        if (lines.isEmpty() || !lines.get(0).startsWith(HEADINGS)) {
            throw Refusal.wrongInput(folder.resolve(TRUTH) + ": line 1: \"" + (lines.isEmpty() ? "" : lines.get(0))
                    + "\"; must begin with " + HEADINGS);
        }
        List<LabelledCase> cases = new ArrayList<>();
        for (int i = 1; i < lines.size(); i++) {
            cases.add(labelled(lines.get(i), i + 1));
        }
        return cases;
    }

    private LabelledCase labelled(String line, int number) {
        String[] fields = line.split(",", -1);
        String where = folder.resolve(TRUTH) + ": line " + number + ": ";
        if (fields.length < 6) {
            throw Refusal.wrongInput(where + fields.length + " fields; must be at least 6: " + HEADINGS);
        }
        boolean isPolicer = fields[1].equals("policer");
        if (!isPolicer && !fields[1].equals("shaper")) {
            throw Refusal.wrongInput(where + "kind \"" + fields[1] + "\"; must be policer or shaper");
        }
        @Nullable Long rttMillis = number(where + "rtt_ms ", fields[4]);
        Truth truth = new Truth(
                isPolicer ? POLICED : Label.NOT_POLICED,
                Label.NOT_POLICED,
                isPolicer ? number(where + "rate_bps ", fields[2]) : null,
                isPolicer ? number(where + "bucket_bytes ", fields[3]) : null);
        Long baseRttMicros = rttMillis == null ? null : (Long) (rttMillis * 1_000);
        String kind = fields[1] + (fields[5].equals("1") ? "-crossed" : "");
        Input input = new Input(folder.resolve(fields[0]), true);
        return new LabelledCase(name, "capture", fields[0], kind, baseRttMicros, true, input::read, () -> truth);
    }

    /** Null when the field is empty: not known. */
    private static @Nullable Long number(String where, String field) {
        try {
            return field.isEmpty() ? null : (Long) Math.round(Double.parseDouble(field));
        } catch (NumberFormatException e) {
            throw Refusal.wrongInput(where + "\"" + field + "\"; must be a number, or empty when not known");
        }
    }
}
