// SPDX-License-Identifier: Apache-2.0
package io.sojourn.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Clocking;
import io.sojourn.telemetry.RecommendationState;
import io.sojourn.telemetry.Stage;
import io.sojourn.testkit.Windows;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page in a real browser. Skipped where there is no Chromium. {@code -Dconsole.pictures=DIR} keeps pictures. */
@Timeout(180)
final class PageTest {
    private static final String ROWS = "[...document.querySelectorAll('#table-rows tr')]";

    private static final String NOW = "document.querySelector('[data-key^=edge-1] [data-cell=use]')";

    private final long endMillis = System.currentTimeMillis() / 10_000 * 10_000;
    private final Seed seed = new Seed(endMillis);
    private final FakeDesk desk = new FakeDesk(seed.data, endMillis);
    private final ConsoleConfig config = new ConsoleConfig("127.0.0.1", 0, Set.of(), 8, 8, 50);
    private final Console console = new Console(
            config,
            seed.data,
            desk,
            () -> List.of(
                    new HealthCheck("broker", true, "1 node"), new HealthCheck("history", true, "answers in 3 ms")));
    private Browser browser;

    @BeforeEach
    void start() throws Exception {
        Optional<Path> chromium = Browser.installed();
        assumeTrue(
                chromium.isPresent(),
                "no Chromium on this machine: install the package chromium to run the page's tests");
        console.start();
        browser = Browser.open(chromium.get(), 1_600, 1_000);
        browser.scheme("dark");
    }

    @AfterEach
    void stop() throws Exception {
        if (browser != null) {
            browser.close();
        }
        console.close();
    }

    @Test
    void rowsAreWorstFirstAndNamesAreTextNotHtml() throws Exception {
        open("");
        assertThat(texts(ROWS + ".map(r => r.dataset.key)"))
                .containsExactly(
                        "edge-2/wan0/bulk",
                        "edge-1/sub->1042 voice",
                        "lab/run <b>7</b>",
                        "edge-2/wan0/mgmt",
                        "core-2/uplink");
        assertThat(texts(ROWS + ".map(r => r.querySelector('.verdict').textContent)"))
                .containsExactly("Bufferbloat", "Policed", "Random loss", "Not enough data", "Healthy");
        assertThat(browser.run("document.querySelectorAll('#table-rows b').length")
                        .asInt())
                .isZero();
        assertThat(browser.run(ROWS + "[3].textContent").asText()).contains("no data");
        assertThat(browser.run(ROWS + "[2].textContent").asText())
                .contains("recorded")
                .doesNotContain("stale");
        assertNoComplaints();
        picture("dark");
    }

    @Test
    void chartsShareOneTimeAxisAndAreDrawn() throws Exception {
        open("edge-1/sub->1042 voice");
        browser.waitFor("document.querySelectorAll('.host canvas').length === 3");
        browser.waitFor(allChartsInked());
        assertThat(browser.run("new Set([...document.querySelectorAll('.host')].map(h => h.getAttribute('aria-label')"
                                + ".match(/178 windows from .*? to .*?:/)?.[0])).size")
                        .asInt())
                .isEqualTo(1);
        assertThat(browser.run("document.querySelector('[data-chart=drops] .host').getAttribute('aria-label')")
                        .asText())
                .contains("policed from 0\u00a0p/s to ");
        browser.run("document.querySelector('[data-chart=delay] button').click()");
        assertThat(browser.run("document.querySelectorAll('[data-chart=delay] .data tbody tr').length")
                        .asInt())
                .isEqualTo(178);
        browser.run("document.querySelector('[data-chart=delay] button').click()");
        assertNoComplaints();
        picture("dark-policed");
    }

    @Test
    void headSaysGradeScaleCoverageAndWhichPercentileHasTooFewValues() throws Exception {
        open("edge-2/wan0/bulk");
        browser.waitFor("document.querySelector('.facts')");
        assertThat(facts())
                .contains("RTT p50 / p95 ", " of 400, p99 needs 1\u202f000")
                .contains("covered 90\u00a0%, round trips of 75\u00a0% of the bytes")
                .contains("grade C (DSLReports of round-trip time)", "pseudo-RPM 290")
                .contains("quality of 100 web 41.5, streaming 100")
                .doesNotContain("video call");
        assertNoComplaints();
    }

    @Test
    void whatIsNotKnownOfAQueueIsLeftOutAndNeverZero() throws Exception {
        open("lab/run <b>7</b>");
        browser.waitFor("document.querySelector('.facts')");
        assertThat(facts())
                .contains("RTT p50 ", " of 40, p95 needs 200", "covered 90\u00a0%")
                .doesNotContain("grade", "RPM", "quality", "bytes", "0\u00a0ms of");
        browser.waitFor("document.querySelectorAll('.host canvas').length === 3");
        assertThat(browser.run("document.querySelector('[data-chart=delay] .host').getAttribute('aria-label')")
                        .asText())
                .contains("RTT p50 from ")
                .doesNotContain("RTT p95", "mean");
        assertNoComplaints();
    }

    private String facts() throws Exception {
        return browser.run("document.querySelector('.facts').textContent").asText();
    }

    @Test
    void cursorMovesByKeysOnAllChartsAtOnce() throws Exception {
        open("edge-1/sub->1042 voice");
        browser.waitFor("document.querySelectorAll('.host canvas').length === 3");
        browser.run("document.querySelector('[data-chart=delay] .host').focus()");
        browser.press("ArrowLeft");
        browser.press("ArrowLeft");
        browser.waitFor("new Set([...document.querySelectorAll('.u-cursor-x')].map(c => c.style.transform)).size === 1"
                + " && document.querySelector('.u-cursor-x').style.transform.includes('translate')");
        assertThat(
                        texts(
                                "[...document.querySelectorAll('.u-legend .u-series:first-child .u-value')].map(v => v.textContent)"))
                .hasSize(3)
                .doesNotContain("")
                .allSatisfy(t -> assertThat(t).matches("\\d\\d:\\d\\d:\\d\\d"));
        assertNoComplaints();
    }

    @Test
    void approvalGoesThroughConfirmationToTheDeskAndShowsTheNodesAnswer() throws Exception {
        open("edge-1/sub->1042 voice");
        browser.waitFor("document.querySelector('[data-decide=approve]')");
        browser.run("document.querySelector('[data-decide=approve]').click()");
        browser.waitFor("document.querySelector('#confirm').open");
        picture("dark-confirm");
        assertThat(seed.data.recommendations.get(0).state()).isEqualTo(RecommendationState.PROPOSED);
        browser.run(
                "document.querySelector('#confirm-author').value = 'ana'; document.querySelector('#confirm-yes').click()");
        browser.waitFor("document.querySelector('[data-answer=APPLIED]')");
        assertThat(browser.run("document.querySelector('.card .verdict').textContent")
                        .asText())
                .isEqualTo("Approved by ana");
        assertThat(browser.run("document.querySelector('#confirm').open").asBoolean())
                .isFalse();
        assertThat(seed.data.recommendations.get(0).state()).isEqualTo(RecommendationState.APPROVED);
        assertNoComplaints();
        picture("dark-approved");
    }

    @Test
    void refusalIsShownInTheConfirmationAndLeavesTheCard() throws Exception {
        open("core-2/uplink");
        browser.waitFor("document.querySelector('[data-decide=approve]')");
        browser.run("document.querySelector('[data-decide=approve]').click()");
        browser.run("document.querySelector('#confirm-yes').click()");
        browser.waitFor("!document.querySelector('#confirm-error').hidden");
        assertThat(browser.run("document.querySelector('#confirm-error').textContent")
                        .asText())
                .startsWith("late expired");
        browser.press("Escape");
        browser.waitFor("!document.querySelector('#confirm').open");
    }

    @Test
    void newVerdictAppearsWithoutReload() throws Exception {
        open("core-2/uplink");
        browser.waitFor("document.querySelector('#live').textContent === 'Live'");
        seed.data.windows.add(seed.window("new-1", "wan1", Seed.Kind.CALM, Clocking.LIVE, endMillis - 10_000, 100));
        seed.data.findings.add(new io.sojourn.telemetry.Finding(
                1,
                "new-1/wan1@1",
                "new-1",
                "wan1",
                io.sojourn.telemetry.FindingState.OPENED,
                1,
                Cause.UNFAIR,
                null,
                0.8,
                endMillis - 60_000,
                endMillis,
                null,
                List.of(),
                "One flow takes 92 % of the rate."));
        browser.waitFor("document.querySelector('[data-key=\"new-1/wan1\"] .verdict')?.textContent === 'Unfair'");
        assertThat(browser.run("document.querySelector('#announce').textContent")
                        .asText())
                .isEqualTo("new-1/wan1: Unfair");
        assertNoComplaints();
    }

    @Test
    void keysSearchMoveAndOpen() throws Exception {
        open("");
        browser.press("/");
        assertThat(browser.run("document.activeElement.id").asText()).isEqualTo("search");
        browser.run("const s = document.querySelector('#search'); s.value = 'edge-2';"
                + " s.dispatchEvent(new Event('input', {bubbles: true})); 0");
        assertThat(texts(ROWS + ".map(r => r.dataset.key)")).containsExactly("edge-2/wan0/bulk", "edge-2/wan0/mgmt");
        browser.press("Enter");
        browser.press("ArrowDown");
        browser.press("Enter");
        browser.waitFor("document.querySelector('tr[aria-selected=true]').dataset.key === 'edge-2/wan0/mgmt'");
        browser.waitFor("document.querySelector('[data-chart=delay] .host').textContent.includes('No data on delay')");
        browser.run("document.querySelector('#search').focus()");
        browser.press("Escape");
        assertThat(browser.run(ROWS + ".length").asInt()).isEqualTo(5);
        assertNoComplaints();
    }

    @Test
    void themeFollowsTheSystemUntilItIsSwitchedAndIsKept() throws Exception {
        browser.scheme("light");
        open("edge-2/wan0/bulk");
        browser.waitFor(allChartsInked());
        picture("light");
        assertThat(browser.run("document.documentElement.dataset.theme").asText())
                .isEqualTo("light");
        browser.run("document.querySelector('#theme').click()");
        open("edge-2/wan0/bulk");
        assertThat(browser.run("document.documentElement.dataset.theme").asText())
                .isEqualTo("dark");
        assertNoComplaints();
    }

    @Test
    void textHasContrastOfFourAndAHalfInBothThemes() throws Exception {
        open("edge-1/sub->1042 voice");
        browser.waitFor("document.querySelector('[data-decide=approve]')");
        for (String scheme : List.of("dark", "light")) {
            browser.scheme(scheme);
            browser.waitFor("document.documentElement.dataset.theme === '" + scheme + "'"
                    + " && document.getAnimations().length === 0");
            assertThat(texts(Files.readString(resource("contrast.js"))))
                    .as(scheme)
                    .isEmpty();
        }
    }

    @Test
    void liveFiguresGoOnWhileTheStoreIsDownAndAWindowSoFarIsMarked() throws Exception {
        seed.data.liveDown = false;
        tell(Stage.FINAL, endMillis, 20_000_000);
        open("edge-1/sub->1042 voice");
        browser.waitFor(NOW + ".textContent.includes('20 Mbit/s')".replace(' ', '\u00a0'));
        browser.waitFor("document.querySelector('#table-as-of').textContent.endsWith(', live')");
        assertThat(browser.run(NOW + ".textContent").asText()).doesNotContain("so far");

        seed.data.down = true;
        tell(Stage.EARLY, endMillis + 1_000, 12_000_000);

        browser.waitFor(NOW + ".textContent.includes('12 Mbit/s')".replace(' ', '\u00a0'));
        assertThat(browser.run(NOW + ".textContent").asText()).contains("so far");
        browser.waitFor("document.querySelector('[data-fact=now]').textContent.includes('so far')");
        browser.waitFor("!document.querySelector('#trouble').hidden");
        assertThat(browser.run("document.querySelector('#trouble').textContent").asText())
                .contains("figures are live", "history are not shown");
        browser.run("[...document.querySelectorAll('.ranges button')].find(b => b.title === 'windows of 1s').click()");
        browser.waitFor("document.querySelector('[data-chart=use] .host').getAttribute('aria-label')"
                + ".includes('the last one so far')");
        assertThat(browser.run("document.querySelector('[data-key^=edge-1] .verdict').textContent")
                        .asText())
                .isEqualTo("Not known");
        picture("dark-store-down");

        seed.data.down = false;
        browser.waitFor("document.querySelector('#trouble').hidden");
        browser.waitFor("document.querySelector('[data-key^=edge-1] .verdict').textContent === 'Policed'");
    }

    private void tell(Stage stage, long startMillis, long bitsPerSecond) {
        seed.data.newest.add(Windows.queue("edge-1", "sub->1042 voice")
                .stage(stage)
                .start(startMillis)
                .settings(Seed.POLICER)
                .sent(bitsPerSecond / 8_000, bitsPerSecond / 8)
                .build());
    }

    @Test
    void figuresOfTheStoreAloneAreSaidToBe() throws Exception {
        open("");
        browser.waitFor("document.querySelector('#table-as-of').textContent"
                + ".endsWith(', from the store alone: partition 0 is moving')");
        assertThat(browser.run(NOW + ".textContent").asText()).doesNotContain("now", "so far");
        assertNoComplaints();
    }

    @Test
    void storeThatIsDownIsSaidOnThePage() throws Exception {
        seed.data.down = true;
        browser.go(console.address());
        browser.waitFor("document.querySelector('#trouble') && !document.querySelector('#trouble').hidden");
        assertThat(browser.run("document.querySelector('#trouble').textContent").asText())
                .startsWith("the store does not answer");
    }

    private void open(String key) {
        String hash = key.isEmpty()
                ? ""
                : "#" + URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
        browser.go(URI.create("about:blank"));
        browser.go(URI.create(console.address() + hash));
        browser.waitFor(
                "document.body && document.body.dataset.ready && document.querySelectorAll('.host').length === 3");
    }

    /** Every canvas has painted pixels of more than two colors. */
    private static String allChartsInked() {
        return "[...document.querySelectorAll('.host canvas')].length === 3 && [...document.querySelectorAll('.host canvas')]"
                + ".every(c => new Set(new Uint32Array(c.getContext('2d').getImageData(0, 0, c.width, c.height).data.buffer)).size > 8)";
    }

    private List<String> texts(String expression) {
        List<String> texts = new ArrayList<>();
        for (JsonNode node : browser.run(expression)) {
            texts.add(node.asText());
        }
        return texts;
    }

    private void assertNoComplaints() {
        assertThat(browser.complaints()).isEmpty();
    }

    private static Path resource(String name) throws Exception {
        return Path.of(PageTest.class.getResource(name).toURI());
    }

    private void picture(String name) throws Exception {
        String folder = System.getProperty("console.pictures");
        if (folder != null) {
            Files.createDirectories(Path.of(folder));
            browser.screenshot(Path.of(folder, name + ".png"));
        }
    }
}
