// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.command;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.sojourn.launcher.accuracy.Answer;
import io.sojourn.launcher.accuracy.Calibration;
import io.sojourn.launcher.accuracy.CauseScore;
import io.sojourn.launcher.accuracy.Score;
import io.sojourn.launcher.accuracy.Spread;
import io.sojourn.telemetry.Wire;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The score of answers, as text and as JSON.
 *
 * @param unread what could not be read, a line each
 */
record AccuracyView(List<Answer> answers, List<String> unread) {
    private record Group(String set, String view, String kind, Score score) {}

    private List<Group> groups() {
        Map<String, List<Answer>> byGroup = answers.stream()
                .collect(Collectors.groupingBy(
                        a -> a.set() + "\t" + a.view() + "\t" + a.kind(), TreeMap::new, Collectors.toList()));
        List<Group> groups = new ArrayList<>();
        byGroup.values()
                .forEach(of -> groups.add(
                        new Group(of.get(0).set(), of.get(0).view(), of.get(0).kind(), Score.of(of))));
        groups.add(new Group("total", "", "", Score.of(answers)));
        return groups;
    }

    private List<Answer> misses() {
        return answers.stream().filter(Answer::isMiss).toList();
    }

    void print(PrintWriter out) {
        out.println("VERDICTS: recall is of parts whose cause is known; passing alarms were told for a time");
        out.print(verdicts());
        out.println();
        out.println("ESTIMATES OF POLICERS: error in % (count); at least: buckets with a lower bound only");
        out.print(estimates());
        out.println();
        out.println("SECONDS TO THE VERDICT, event time: from the first drop, from the standing of the queue (count)");
        out.print(times());
        out.println();
        out.println("FALSE ALARMS BY CAUSE");
        out.print(causes());
        out.println();
        calibration(out);
        out.println();
        out.println("MISSES: " + misses().size());
        misses().forEach(miss -> out.println("  " + miss.set() + " " + miss.name() + " (" + miss.kind() + ", "
                + miss.view() + "): " + miss.cause() + String.format(Locale.ROOT, " %.2f", miss.confidence())
                + ", right: " + right(miss) + "; " + miss.summary()));
        if (!unread.isEmpty()) {
            out.println("NOT READ: " + unread.size());
        }
    }

    private static String right(Answer answer) {
        return answer.label().isNamed()
                ? new TreeSet<>(answer.label().right()).stream().map(Enum::name).collect(Collectors.joining(" or "))
                : "anything but POLICED";
    }

    private Table verdicts() {
        Table table = new Table(
                "SET",
                "SEEN BY",
                "KIND",
                "PARTS",
                "KNOWN",
                "FOUND",
                "RECALL %",
                "FALSE",
                "PASSING",
                "INSUFF.",
                "UNKNOWN");
        for (Group group : groups()) {
            Score score = group.score();
            table.row(
                    group.set(),
                    group.view(),
                    group.kind(),
                    Integer.toString(score.parts()),
                    Integer.toString(score.named()),
                    Integer.toString(score.found()),
                    percent(score.recallRatio()),
                    Integer.toString(score.falseAlarms()),
                    Integer.toString(score.passingAlarms()),
                    Integer.toString(score.insufficient()),
                    Integer.toString(score.unknown()));
        }
        return table;
    }

    private Table estimates() {
        Table table = new Table("SET", "SEEN BY", "KIND", "RATE p50", "p90", "BUCKET p50", "p90", "AT LEAST");
        for (Group group : groups()) {
            Spread rate = group.score().rateErrorRatio();
            Spread bucket = group.score().bucketErrorRatio();
            if (rate.count() + bucket.count() + group.score().bucketBounds() > 0) {
                table.row(
                        group.set(),
                        group.view(),
                        group.kind(),
                        counted(percent(rate.p50()), rate),
                        percent(rate.p90()),
                        counted(percent(bucket.p50()), bucket),
                        percent(bucket.p90()),
                        Integer.toString(group.score().bucketBounds()));
            }
        }
        return table;
    }

    private Table times() {
        Table table = new Table("SET", "SEEN BY", "KIND", "DROP p50", "p95", "STANDING p50", "p95");
        for (Group group : groups()) {
            Spread policed = group.score().secondsToPoliced();
            Spread standing = group.score().secondsToStanding();
            if (policed.count() + standing.count() > 0) {
                table.row(
                        group.set(),
                        group.view(),
                        group.kind(),
                        counted(seconds(policed.p50()), policed),
                        seconds(policed.p95()),
                        counted(seconds(standing.p50()), standing),
                        seconds(standing.p95()));
            }
        }
        return table;
    }

    private Table causes() {
        Table table = new Table("CAUSE", "SAID", "WRONG", "OF PARTS WHERE IT IS WRONG", "%");
        for (CauseScore score : CauseScore.of(answers)) {
            table.row(
                    score.cause().name(),
                    Integer.toString(score.said()),
                    Integer.toString(score.wrong()),
                    Integer.toString(score.wrongWhere()),
                    percent(score.wrongWhere() == 0 ? null : (Double) ((double) score.wrong() / score.wrongWhere())));
        }
        return table;
    }

    private void calibration(PrintWriter out) {
        Calibration calibration = Calibration.of(answers);
        @Nullable Double brier = calibration.brier();
        out.println(
                "CALIBRATION: of " + calibration.count() + " verdicts that can be proved right or wrong; Brier score "
                        + (brier == null ? Show.NO_DATA : String.format(Locale.ROOT, "%.3f", brier)));
        Table table = new Table("CONFIDENCE FROM", "MEAN", "VERDICTS", "RIGHT", "RIGHT %");
        for (Calibration.Bin bin : calibration.bins()) {
            table.row(
                    String.format(Locale.ROOT, "%.1f", bin.least()),
                    String.format(Locale.ROOT, "%.2f", bin.meanConfidence()),
                    Integer.toString(bin.count()),
                    Integer.toString(bin.right()),
                    percent((double) bin.right() / bin.count()));
        }
        out.print(table);
    }

    JsonNode json() {
        ObjectNode json = Wire.json().createObjectNode();
        ArrayNode groups = json.putArray("groups");
        groups().forEach(group -> groups.add(json(group)));
        json.set("causes", Wire.json().valueToTree(CauseScore.of(answers)));
        json.set("calibration", Wire.json().valueToTree(Calibration.of(answers)));
        ArrayNode all = json.putArray("answers");
        answers.forEach(answer -> all.add(json(answer)));
        json.set("unread", Wire.json().valueToTree(unread));
        return json;
    }

    private static ObjectNode json(Group group) {
        ObjectNode json = Wire.json().createObjectNode();
        json.put("set", group.set()).put("view", group.view()).put("kind", group.kind());
        json.put("recallRatio", group.score().recallRatio());
        return json.setAll((ObjectNode) Wire.json().valueToTree(group.score()));
    }

    private static ObjectNode json(Answer answer) {
        ObjectNode json = Wire.json().valueToTree(answer);
        json.put("isRight", answer.isRight())
                .put("isFalseAlarm", answer.isFalseAlarm())
                .put("isMiss", answer.isMiss());
        return json;
    }

    private static String counted(String value, Spread spread) {
        return value + " (" + spread.count() + ")";
    }

    private static String percent(@Nullable Double ratio) {
        return ratio == null ? "-" : String.format(Locale.ROOT, "%.1f", ratio * 100);
    }

    private static String seconds(@Nullable Double value) {
        return value == null ? "-" : String.format(Locale.ROOT, "%.1f", value);
    }
}
