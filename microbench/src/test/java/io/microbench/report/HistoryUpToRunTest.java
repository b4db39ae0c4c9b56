// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.history.CaseHistory.HistorySegment;
import io.microbench.history.CaseSummaryBuilder;
import io.microbench.history.HistoryAnalysis;
import io.microbench.history.RunSummary;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.history.RunSummaryBuilder;
import io.microbench.result.RunRecord;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class HistoryUpToRunTest {

    private static final RunRecord RUN = Samples.run(Samples.cases());
    private static final RunSummary LATEST = RunSummary.of(RUN, Optional.of("main"));

    /** Returns the run as if it had been measured this many days earlier. */
    private static RunSummary earlier(int days, double factor, String branch, Fingerprint environment) {
        return RunSummaryBuilder.of("earlier-" + branch + days, LATEST.time().minus(Duration.ofDays(days)))
                .commit(Optional.of("c0ffee" + days))
                .branch(Optional.of(branch))
                .environment(environment)
                .cases(LATEST.cases().stream()
                        .map(c -> CaseSummaryBuilder.of(c)
                                .value(c.value() * factor)
                                .interval(Optional.empty())
                                .starved(OptionalDouble.empty())
                                .build())
                        .toList())
                .build();
    }

    @Test
    void drawsPastOfSameBranchAndMachineWithChanges() {
        Fingerprint other = new Fingerprint("JDK 99", "VM", "CPU", "OS");
        List<RunSummary> runs = new ArrayList<>();
        for (int day = 20; day > 0; day--) {
            runs.add(earlier(day, (day > 10 ? 3 : 1) + 0.001 * (day % 3), "main", LATEST.environment()));
        }
        runs.add(earlier(3, 7, "feature", LATEST.environment()));
        runs.add(earlier(4, 7, "main", other));
        runs.add(earlier(-1, 7, "main", LATEST.environment()));

        Map<String, HistorySegment> segments = HistoryAnalysis.DEFAULTS.upTo(LATEST, runs);

        assertThat(segments).hasSize(LATEST.cases().size());
        segments.forEach((id, past) -> {
            assertThat(past.entries()).hasSize(21).isSortedAccordingTo((a, b) -> a.run()
                    .time()
                    .compareTo(b.run().time()));
            assertThat(LATEST.cases())
                    .filteredOn(latest -> latest.id().equals(id))
                    .singleElement()
                    .satisfies(
                            latest -> assertThat(past.entries().get(20).value()).isEqualTo(latest.value()));
            assertThat(past.changes()).singleElement().satisfies(change -> assertThat(
                            change.firstAfter().run().commit())
                    .contains("c0ffee10"));
        });
    }

    @Test
    void includesRunInItsOwnPast() {
        assertThat(HistoryAnalysis.DEFAULTS.upTo(LATEST, List.of()).values())
                .allSatisfy(past -> assertThat(past.entries()).hasSize(1));
        assertThat(HistoryAnalysis.DEFAULTS.upTo(LATEST, List.of(LATEST)).values())
                .allSatisfy(past -> assertThat(past.entries()).hasSize(1));
    }
}
