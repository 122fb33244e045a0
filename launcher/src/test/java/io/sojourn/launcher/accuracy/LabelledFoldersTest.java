// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sojourn.launcher.process.Refusal;
import io.sojourn.telemetry.Cause;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LabelledFoldersTest {
    private static final String HEADINGS = "trace,kind,rate_bps,bucket_bytes,rtt_ms,cross_traffic\n";
    private static final Label POLICED = Label.of(Set.of(Cause.POLICED));

    @TempDir
    private Path folder;

    private List<LabelledCase> truth(String lines) throws IOException {
        Files.writeString(folder.resolve("truth.csv"), HEADINGS + lines);
        return LabelledFolders.open(folder).cases();
    }

    private List<LabelledCase> expected(String json) throws IOException {
        Files.writeString(folder.resolve("expected.json"), json);
        return LabelledFolders.open(folder).cases();
    }

    @Test
    void onlyAPartWithLossIsPoliced() throws IOException {
        LabelledCase policer = truth("a.pcap,policer,10000000,8000,100,0\n").get(0);

        assertThat(policer.kind()).isEqualTo("policer");
        assertThat(policer.judgesFlows()).isTrue();
        Truth truth = policer.truth().get();
        assertThat(truth).isEqualTo(new Truth(POLICED, Label.NOT_POLICED, 10_000_000L, 8_000L));
        assertThat(policer.baseRttMicros()).isEqualTo(100_000);
        assertThat(truth.label(true)).isEqualTo(POLICED);
        assertThat(truth.label(false)).isEqualTo(Label.NOT_POLICED);
    }

    @Test
    void ofAShaperItIsOnlyKnownThatItIsNoPolicerAndItsBurstIsNoBucket() throws IOException {
        LabelledCase shaper = truth("a.pcap,shaper,10000000,8000,100,1\n").get(0);

        assertThat(shaper.kind()).isEqualTo("shaper-crossed");
        assertThat(shaper.truth().get()).isEqualTo(new Truth(Label.NOT_POLICED, Label.NOT_POLICED, null, null));
    }

    @Test
    void emptyBucketIsNotKnown() throws IOException {
        assertThat(truth("a.pcap,policer,10000000,,100,0\n")
                        .get(0)
                        .truth()
                        .get()
                        .bucketBytes())
                .isNull();
    }

    @Test
    void lineThatIsWrongIsNamed() {
        assertThatThrownBy(() -> truth("a.pcap,policer,10000000,8000,100,0\nb.pcap,tunnel,1,1,1,0\n"))
                .isInstanceOf(Refusal.class)
                .hasMessageContaining("line 3: kind \"tunnel\"; must be policer or shaper");
        assertThatThrownBy(() -> truth("a.pcap,policer,fast,8000,100,0\n"))
                .hasMessageContaining("line 2: rate_bps \"fast\"; must be a number");
        assertThatThrownBy(() -> truth("a.pcap,policer\n")).hasMessageContaining("line 2: 2 fields");
    }

    @Test
    void runIsLabelledByItselfBeforeItsScenarioAndSeenByItsCaptureToo() throws IOException {
        Files.createDirectories(folder.resolve("data/A-x.cubic"));
        Files.createFile(folder.resolve("data/A-x.cubic/client.pcap.zst"));
        Files.createDirectories(folder.resolve("data/A-x.reno"));
        Files.writeString(folder.resolve("truth.json"), "{\"scenarios\": {\"A-x\": {\"base_rtt_ms\": 5.0}}}");
        List<LabelledCase> cases = expected("{\"runs\": {\"A-x.reno\": {\"accept\": [\"HEALTHY\", \"UNFAIR\"]}},"
                + "\"scenarios\": {\"A-x\": {\"accept\": [\"POLICED\"], \"baseRttMillis\": 7,"
                + "\"policer\": {\"rateBitsPerSecond\": 20, \"bucketBytes\": 30}}}}");

        assertThat(cases.stream().map(labelled -> labelled.name() + " " + labelled.kind()))
                .containsExactly("A-x.cubic policer", "A-x.cubic/client.pcap.zst policer", "A-x.reno healthy");
        assertThat(cases.get(1).truth().get()).isEqualTo(new Truth(POLICED, POLICED, 20L, 30L));
        assertThat(cases.get(1).baseRttMicros()).isEqualTo(7_000);
        Label either = Label.of(Set.of(Cause.HEALTHY, Cause.UNFAIR));
        assertThat(cases.get(2).truth().get()).isEqualTo(new Truth(either, either, null, null));
        assertThat(cases.get(2).baseRttMicros()).isEqualTo(5_000);
    }

    @Test
    void runWithoutALabelIsNamed() throws IOException {
        Files.createDirectories(folder.resolve("A-x.cubic"));

        assertThatThrownBy(() -> expected("{\"scenarios\": {}}")).hasMessageContaining("A-x.cubic: no accept");
        assertThatThrownBy(() -> expected("{\"scenarios\": {\"A-x\": {\"accept\": [\"SLOW\"]}}}"))
                .hasMessageContaining("A-x.cubic: accept: \"SLOW\"; must be one of");
        assertThatThrownBy(() -> expected("{")).hasMessageContaining("must be JSON");
    }

    @Test
    void folderOfNoKnownFormIsRefusedNamingTheForms() {
        assertThatThrownBy(() -> LabelledFolders.open(folder))
                .isInstanceOf(Refusal.class)
                .hasMessageContainingAll("has no labels", "truth.csv", "expected.json");
    }

    @Test
    void labelledFoldersAreFoundBelow() throws IOException {
        Path deep = Files.createDirectories(folder.resolve("traces/lab"));
        Files.createFile(deep.resolve("truth.csv"));
        Files.createDirectories(folder.resolve("other"));

        assertThat(LabelledFolders.below(folder)).containsExactly(deep);
    }

    @Test
    void viewsOfOneRunFallIntoOneHalfAndRunsIntoBoth() {
        assertThat(List.of("a", "b", "c", "d", "e", "f", "g"))
                .allMatch(run -> Half.of(run + "/client.pcap.zst") == Half.of(run));
        assertThat(Half.of("pl-001.pcap.xz")).isNotEqualTo(Half.of("pl-002.pcap.xz"));
    }
}
