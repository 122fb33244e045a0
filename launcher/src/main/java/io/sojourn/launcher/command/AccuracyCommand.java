// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import io.sojourn.launcher.accuracy.Answer;
import io.sojourn.launcher.accuracy.Examiner;
import io.sojourn.launcher.accuracy.Half;
import io.sojourn.launcher.accuracy.LabSet;
import io.sojourn.launcher.accuracy.LabelledCase;
import io.sojourn.launcher.accuracy.LabelledFolders;
import io.sojourn.launcher.lab.Scenarios;
import io.sojourn.launcher.process.Refusal;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bench accuracy}: what analyse says of labelled recordings, beside what is right. */
@Command(
        name = "accuracy",
        mixinStandardHelpOptions = true,
        description = {
            "Measure how right the verdicts are: analyse labelled recordings, and compare.",
            "A labelled folder has truth.csv beside captures, or expected.json beside recorded runs.",
            "Without one: the program's own recorded runs, and labelled folders below SOJOURN_SHARED.",
            "Exit code 2 when a recording could not be read; the figures of the rest are printed all the same.",
            "docs/87-accuracy.md says what each figure means."
        })
final class AccuracyCommand implements Callable<Integer> {
    @Parameters(arity = "0..*", paramLabel = "FOLDER", description = "a labelled folder")
    private List<Path> folders = List.of();

    @Option(
            names = "--lab",
            paramLabel = "N",
            description = "also, or without a FOLDER only, N networks of the lab drawn at random: 0.5 to 1000 Mbit/s,"
                    + " round trips of 1 to 300 ms, 1 to 50 flows, policers and all queues, random loss; seen by the"
                    + " node, the sender or the receiver")
    private int lab;

    @Option(names = "--seed", paramLabel = "N", description = "which are drawn; default ${DEFAULT-VALUE}")
    private long seed = 1;

    @Option(
            names = "--split",
            description =
                    "one half of each set by a hash of the name, to choose by or to report: ${COMPLETION-CANDIDATES}")
    private Half split = Half.ALL;

    @Option(names = "--only", paramLabel = "KIND", description = "only recordings of this kind, as policer")
    private @Nullable String only;

    @Option(names = "--json", description = "as JSON, with every answer")
    private boolean json;

    @Spec
    private CommandSpec spec;

    @Override
    public Integer call() throws IOException, InterruptedException {
        if (lab < 0) {
            throw Refusal.wrongInput("--lab=" + lab + "; must be at least 0");
        }
        List<String> unread = new ArrayList<>();
        List<Answer> answers = answers(chosen(), unread);
        AccuracyView view = new AccuracyView(answers, unread);
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            out.println(Show.json(view.json()));
        } else {
            view.print(out);
        }
        PrintWriter err = spec.commandLine().getErr();
        unread.forEach(line -> err.println("sojourn: " + line));
        err.flush();
        return unread.isEmpty() ? 0 : Refusal.WRONG_INPUT;
    }

    private List<Answer> answers(List<LabelledCase> cases, List<String> unread) throws InterruptedException {
        Progress progress = new Progress(spec.commandLine().getErr());
        List<Answer> answers = new ArrayList<>();
        int read = 0;
        for (LabelledCase labelled : cases) {
            progress.ran(read + " of " + cases.size() + " recordings; now " + labelled.set() + " " + labelled.name());
            read++;
            try {
                answers.addAll(Examiner.ask(labelled));
            } catch (Refusal e) {
                unread.add(String.valueOf(e.getMessage()));
            }
        }
        progress.done();
        return answers;
    }

    private List<LabelledCase> chosen() throws IOException {
        List<LabelledCase> all = new ArrayList<>();
        for (Path folder : folders.isEmpty() && lab == 0 ? known() : folders) {
            all.addAll(LabelledFolders.open(folder).cases());
        }
        all.addAll(new LabSet(seed, lab).cases());
        SortedSet<String> kinds = all.stream().map(LabelledCase::kind).collect(Collectors.toCollection(TreeSet::new));
        if (only != null && !kinds.contains(only)) {
            throw Refusal.wrongInput(
                    "--only: no recording of kind " + only + "; must be one of " + String.join(", ", kinds));
        }
        return all.stream()
                .filter(split::contains)
                .filter(labelled -> only == null || labelled.kind().equals(only))
                .toList();
    }

    private static List<Path> known() throws IOException {
        List<Path> known = new ArrayList<>();
        Optional<Path> own = Scenarios.folder().map(examples -> examples.resolve("recorded"));
        own.filter(Files::isDirectory).ifPresent(known::add);
        @Nullable String shared = System.getenv("SOJOURN_SHARED");
        if (shared != null && !shared.isEmpty()) {
            if (!Files.isDirectory(Path.of(shared))) {
                throw Refusal.wrongInput("SOJOURN_SHARED: " + shared + " is no folder; must be one, or not set");
            }
            known.addAll(LabelledFolders.below(Path.of(shared)));
        }
        if (known.isEmpty()) {
            throw Refusal.missing("no recorded runs beside the program; give a labelled folder");
        }
        return known;
    }
}
