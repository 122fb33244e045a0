// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sojourn.collectors.capture.CaptureSummary;
import io.sojourn.launcher.process.FlowLedger;
import io.sojourn.launcher.process.Input;
import io.sojourn.launcher.process.OneShot;
import io.sojourn.launcher.process.Refusal;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Reject;
import io.sojourn.telemetry.Sketch;
import io.sojourn.telemetry.Wire;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** One verdict on captures or recorded folders, without a broker. */
@Command(
        name = "analyse",
        aliases = "analyze",
        mixinStandardHelpOptions = true,
        description = {
            "Say what is wrong in captures (pcap, pcapng; .gz .xz .zst) or recorded folders. Needs no broker.",
            "Also says where a capture was taken, what it missed, and what of it was not read (docs/88-captures.md).",
            "Exit code 2 when a part of the input could not be read; the verdict on the rest is printed all the same."
        })
final class AnalyseCommand implements Callable<Integer> {
    private static final int FLOWS_PRINTED = 10;

    @Parameters(arity = "1..*", paramLabel = "FILE", description = "a capture, or the folder of a recorded run")
    private List<Path> files;

    @Option(names = "--json", description = "as JSON: one object for one file, an array for several")
    private boolean json;

    @Option(
            names = "--fail-on",
            split = ",",
            description = "exit 1 when one of these is the verdict: ${COMPLETION-CANDIDATES}")
    private List<Cause> failOn = List.of();

    @Spec
    private CommandSpec spec;

    private record Report(
            Path input,
            Optional<CaptureSummary> capture,
            double seconds,
            FlowLedger flows,
            List<VerdictView> verdicts,
            boolean isIncomplete) {}

    @Override
    public Integer call() throws InterruptedException {
        List<Report> reports = new ArrayList<>();
        boolean wrong = false;
        for (Path file : files) {
            try {
                reports.add(analyse(file));
            } catch (Refusal e) {
                wrong = true;
                say(String.valueOf(e.getMessage()));
            }
        }
        if (reports.isEmpty()) {
            return Refusal.WRONG_INPUT;
        }
        wrong |= reports.stream()
                .anyMatch(report -> report.isIncomplete() || report.verdicts().isEmpty());
        PrintWriter out = spec.commandLine().getOut();
        if (json) {
            ArrayNode all = Wire.json().createArrayNode();
            reports.forEach(report -> all.add(json(report)));
            out.println(Show.json(files.size() == 1 ? all.get(0) : all));
        } else {
            reports.forEach(report -> print(report, out));
        }
        boolean alarm = reports.stream()
                .flatMap(report -> report.verdicts().stream())
                .anyMatch(verdict -> !verdict.isFlow() && verdict.isOneOf(failOn));
        return wrong ? Refusal.WRONG_INPUT : alarm ? Refusal.ALARM : 0;
    }

    private void say(String line) {
        PrintWriter err = spec.commandLine().getErr();
        err.println("sojourn: " + line);
        err.flush();
    }

    private Report analyse(Path file) throws InterruptedException {
        OneShot run = new OneShot();
        Optional<CaptureSummary> capture = new Input(file, true).read(run);
        List<VerdictView> verdicts =
                VerdictView.inOrder(run.finish(), finding -> run.analyst().recommend(finding));
        run.rejects().stream().map(Reject::line).forEach(this::say);
        if (run.rejectCount() > run.rejects().size()) {
            say((run.rejectCount() - run.rejects().size()) + " more could not be read");
        }
        if (verdicts.isEmpty()) {
            say(file + ": no verdict, for nothing in it carries TCP or UDP data; capture where the traffic passes");
        }
        return new Report(file, capture, run.durationSeconds(), run.flows(), verdicts, run.rejectCount() > 0);
    }

    private static JsonNode json(Report report) {
        ObjectNode json = Wire.json().createObjectNode();
        json.put("input", report.input().toString());
        json.put("packets", report.capture().map(CaptureSummary::packets).orElse(null));
        json.put("durationSeconds", report.seconds());
        json.set("capture", report.capture().map(CaptureView::json).orElse(null));
        ArrayNode flows = json.putArray("flows");
        report.flows().byBytes().forEach(flow -> flows.add(json(flow)));
        ArrayNode verdicts = json.putArray("verdicts");
        report.verdicts().forEach(verdict -> verdicts.add(verdict.json()));
        return json;
    }

    private static JsonNode json(FlowLedger.Entry flow) {
        ObjectNode json = Wire.json().createObjectNode();
        json.put("flow", flow.flow());
        json.put("packets", flow.packets());
        json.put("bytes", flow.bytes());
        json.put("retransmittedPackets", flow.retransmittedPackets());
        json.put("lossRatio", ratio(flow.lostPackets(), flow.dataPackets()));
        json.put("lossBase", "data packets sent, resent ones included: " + flow.dataPackets());
        ObjectNode rtt = json.putObject("rttMillis");
        Sketch sketch = flow.rttMicros();
        rtt.put("min", sketch.isEmpty() ? null : (Double) (sketch.min() / 1e3));
        rtt.put("p50", millis(sketch.quantile(0.5)));
        rtt.put("p95", millis(sketch.quantile(0.95)));
        rtt.put("p99", millis(sketch.quantile(0.99)));
        rtt.put("samples", sketch.count());
        json.put("jitterMillis", flow.jitterMicros() == null ? null : (Double) (flow.jitterMicros() / 1e3));
        return json;
    }

    private static void print(Report report, PrintWriter out) {
        String packets = report.capture()
                .map(capture -> capture.packets() + " packets, ")
                .orElse("");
        out.printf(Locale.ROOT, "%s: %s%.0f s%n", report.input(), packets, report.seconds());
        report.capture().ifPresent(capture -> capture.notes().forEach(out::println));
        VerdictView.print(report.verdicts(), out);
        if (report.verdicts().isEmpty()) {
            out.println("no data: nothing in it carries TCP or UDP data");
        }
        Table table = new Table("FLOW", "DATA PACKETS", "LOST %", "RESENT %", "RTT p50 ms", "p95", "VERDICT");
        report.flows().byBytes().stream()
                .limit(FLOWS_PRINTED)
                .forEach(flow -> table.row(
                        flow.flow(),
                        Long.toString(flow.dataPackets()),
                        percent(flow.lostPackets(), flow.dataPackets()),
                        percent(flow.retransmittedPackets(), flow.dataPackets()),
                        text(millis(flow.rttMicros().quantile(0.5))),
                        text(millis(flow.rttMicros().quantile(0.95))),
                        verdict(report, flow.flow())));
        if (!table.isEmpty()) {
            out.print(table);
        }
    }

    private static String verdict(Report report, String flow) {
        return report.verdicts().stream()
                .filter(verdict -> verdict.verdict().finding().queue().equals(flow))
                .map(verdict -> verdict.verdict().cause().name())
                .findFirst()
                .orElse("");
    }

    private static @Nullable Double ratio(long part, long base) {
        return base == 0 ? null : (Double) ((double) part / base);
    }

    private static @Nullable Double millis(OptionalDouble micros) {
        return micros.isPresent() ? (Double) (micros.getAsDouble() / 1e3) : null;
    }

    private static String percent(long part, long base) {
        Double ratio = ratio(part, base);
        return ratio == null ? Show.NO_DATA : String.format(Locale.ROOT, "%.2f", ratio * 100);
    }

    private static String text(@Nullable Double value) {
        return value == null ? Show.NO_DATA : String.format(Locale.ROOT, "%.2f", value);
    }
}
