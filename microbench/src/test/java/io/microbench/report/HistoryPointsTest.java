// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.history.CaseSummary;
import io.microbench.history.RunSummary;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.result.CaseId;
import io.microbench.result.RunRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class HistoryPointsTest {

    private static final RunRecord RUN = Samples.run(Samples.cases());
    private static final RunSummary LATEST = RunSummary.of(RUN, Optional.of("main"));

    /** The run as it would have been so many days earlier. */
    private static RunSummary earlier(int days, double factor, String branch, Fingerprint environment) {
        return new RunSummary(
                "earlier-" + branch + days,
                LATEST.time().minus(Duration.ofDays(days)),
                Optional.of("c0ffee" + days),
                false,
                Optional.of(branch),
                environment,
                LATEST.cases().stream()
                        .map(c -> new CaseSummary(
                                c.id(),
                                c.mode(),
                                c.unit(),
                                c.value() * factor,
                                Optional.empty(),
                                c.allocatedBytes(),
                                c.forkValues(),
                                c.setup(),
                                OptionalDouble.empty()))
                        .toList());
    }

    @Test
    void drawsThePastOfTheSameBranchAndMachineWithItsChanges() {
        Fingerprint other = new Fingerprint("JDK 99", "VM", "CPU", "OS");
        List<RunSummary> runs = new ArrayList<>();
        for (int day = 20; day > 0; day--) {
            runs.add(earlier(day, (day > 10 ? 3 : 1) + 0.001 * (day % 3), "main", LATEST.environment()));
        }
        runs.add(earlier(3, 7, "feature", LATEST.environment()));
        runs.add(earlier(4, 7, "main", other));
        runs.add(earlier(-1, 7, "main", LATEST.environment()));

        Map<CaseId, List<HistoryPoint>> points = HistoryPoint.of(RUN, LATEST, runs);

        assertThat(points).hasSize(LATEST.cases().size());
        points.forEach((id, past) -> {
            assertThat(past).hasSize(21).isSortedAccordingTo((a, b) -> a.time().compareTo(b.time()));
            assertThat(LATEST.cases())
                    .filteredOn(latest -> latest.id().equals(id.text()))
                    .singleElement()
                    .satisfies(latest -> assertThat(past.get(20).value()).isEqualTo(latest.value()));
            assertThat(past.stream().filter(HistoryPoint::changed))
                    .singleElement()
                    .satisfies(point -> assertThat(point.commit()).isEqualTo("c0ffee10"));
        });
    }

    @Test
    void aFirstRunIsItsOwnPast() {
        assertThat(HistoryPoint.of(RUN, LATEST, List.of()).values())
                .allSatisfy(past -> assertThat(past).hasSize(1));
        assertThat(HistoryPoint.of(RUN, LATEST, List.of(LATEST)).values())
                .allSatisfy(past -> assertThat(past).hasSize(1));
    }
}
