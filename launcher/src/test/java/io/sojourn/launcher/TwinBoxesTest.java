// SPDX-License-Identifier: Apache-2.0
package io.sojourn.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.sojourn.analytics.advise.TwinForecaster;
import io.sojourn.analytics.detect.Evidence;
import io.sojourn.engine.LinkFacts;
import io.sojourn.engine.link.Part;
import io.sojourn.lab.twin.BoxSettings;
import io.sojourn.lab.twin.TwinForecast;
import io.sojourn.node.settings.PartChange;
import io.sojourn.telemetry.Cause;
import io.sojourn.telemetry.Discipline;
import io.sojourn.telemetry.Finding;
import io.sojourn.telemetry.FindingState;
import io.sojourn.telemetry.LengthAccounting;
import io.sojourn.telemetry.Measure;
import io.sojourn.telemetry.QueueSettings;
import io.sojourn.telemetry.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The twin tries what a node would build. A tail-drop queue without a limit is left out: it keeps the one it has. */
class TwinBoxesTest {
    private static final LinkFacts LINK = new LinkFacts(LinkFacts.UNLIMITED, 1_514);

    static Stream<QueueSettings> settings() {
        return Stream.of(Discipline.values())
                .filter(Discipline::isSettable)
                .flatMap(discipline -> Stream.of(
                        of(discipline, 30_000L, 90L, null),
                        of(discipline, null, null, 200_000L),
                        of(discipline, 9_000L, 90L, 200_000L),
                        of(discipline, null, discipline.isManaged() ? null : (Long) 64L, null)));
    }

    private static QueueSettings of(Discipline discipline, Long burst, Long packets, Long bytes) {
        boolean isCodel = discipline == Discipline.CODEL || discipline == Discipline.FQ_CODEL;
        Long target = isCodel && burst != null ? (Long) 6_000L : null;
        Long interval = isCodel && bytes != null ? (Long) 110_000L : null;
        return new QueueSettings(
                discipline, 2_000_000L, burst, packets, bytes, target, interval, LengthAccounting.ETHERNET);
    }

    @ParameterizedTest
    @MethodSource("settings")
    void boxOfTheTwinIsThatOfANode(QueueSettings settings) {
        Part node = PartChange.fresh(BoxSettings.ONLY, settings, LINK);

        assertThat(triedByTheTwin(settings)).isEqualTo(node);
    }

    private static Part triedByTheTwin(QueueSettings settings) {
        List<Part> tried = new ArrayList<>();
        TwinForecaster forecaster = new TwinForecaster(input -> {
            tried.add(input.box().part());
            return new TwinForecast.Refused("only asked");
        });
        forecaster.predict(finding(), QueueSettings.unknown(), settings);
        return tried.get(0);
    }

    private static Finding finding() {
        return new Finding(
                Schema.CURRENT,
                "n/q@5",
                "n",
                "q",
                FindingState.OPENED,
                1,
                Cause.BUFFERBLOAT,
                null,
                0.9,
                5,
                9,
                null,
                List.of(new Measure(Evidence.ACTIVE_FLOWS, 4, "")),
                "");
    }
}
