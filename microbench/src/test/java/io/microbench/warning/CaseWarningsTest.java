// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.warning;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.CaseResult;
import io.microbench.result.CaseResult.Status;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationSigns;
import io.microbench.result.IterationSigns.Stops;
import io.microbench.result.MadeRecords;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the warnings of a single case. */
class CaseWarningsTest {

    private static List<Warning> all(CaseResult result) {
        return new CaseWarnings(MadeCase.run(result), result).all();
    }

    private static List<Warning> of(MadeCase made, Warning.Kind kind) {
        return all(made.result()).stream()
                .filter(warning -> warning.kind() == kind)
                .toList();
    }

    private static IterationSigns collecting(double seconds, double share) {
        return MadeRecords.signs(seconds, 0, 0, seconds * share, 0, 0, false);
    }

    @ParameterizedTest
    @CsvSource({"0.05, false", "0.051, true", "1.5, true"})
    void toleratesFivePercentOfIteration(double share, boolean warned) {
        assertThat(of(new MadeCase().first(collecting(2, share)), Warning.Kind.PAUSES))
                .hasSize(warned ? 1 : 0);
    }

    @Test
    void limitsShareToWholeTime() {
        assertThat(of(new MadeCase().first(collecting(1, 1.5)), Warning.Kind.PAUSES))
                .singleElement()
                .satisfies(warning -> assertThat(warning.message())
                        .isEqualTo(
                                "garbage collection took more than 5% of the time in 1 of 8 measured iterations (at most 100.0%)."
                                        + " The score includes this time."));
    }

    @Test
    void ignoresIterationOfUnknownTime() {
        assertThat(of(new MadeCase().first(MadeRecords.signs(0, 0, 0, 5, 5, 5, false)), Warning.Kind.PAUSES))
                .isEmpty();
    }

    @Test
    void namesEachCauseOfIterationSeparately() {
        IterationSigns signs = new IterationSigns(1, 0, 0, 0.2, 2, 0.3, false, Optional.of(new Stops(3, 0.9)));

        assertThat(of(new MadeCase().first(signs), Warning.Kind.PAUSES))
                .extracting(Warning::cause)
                .containsExactly(
                        "garbage collection",
                        "the hypervisor (steal time)",
                        "the container's limit (throttling)",
                        "safepoints other than for garbage collection");
    }

    /** The server of an open loop never answered, and the test passed without a message. */
    @Test
    void reportsAsynchronousWorkWithoutCompletions() {
        MadeCase lost = new MadeCase()
                .secondary("async.completed", 0, "units")
                .secondary("async.failed", 3, "units")
                .secondary("async.late", 0, "units")
                .secondary("async.unfinished", 1000, "units");

        assertThat(of(lost, Warning.Kind.NO_UNIT)).singleElement().satisfies(warning -> {
            assertThat(warning.mark()).isEqualTo("no unit completed");
            assertThat(warning.message())
                    .startsWith("no unit of AsyncWork was completed in a measured iteration (failed: 3, late: 0,"
                            + " unfinished: 1000). The score is that of the benchmark method, not of the work.");
        });
        assertThat(of(lost.secondary("async.completed", 1, "units"), Warning.Kind.NO_UNIT))
                .isEmpty();
        assertThat(of(new MadeCase(), Warning.Kind.NO_UNIT)).isEmpty();
    }

    @Test
    void reportsInterpreterInsteadOfC1() {
        assertThat(of(new MadeCase().jvmArgs("-Xint", "-XX:TieredStopAtLevel=1"), Warning.Kind.COMPILER))
                .extracting(Warning::cause)
                .containsExactly("interpreted only");
    }

    @Test
    void reportsExcludedFailedFork() {
        CaseResult result = new MadeCase().result();
        ForkResult fork = result.forks().get(0);
        Failure failure = new Failure(Failure.Kind.THREW, "boom", "", List.of(), List.of());
        CaseResult half = result.withForks(
                List.of(fork, fork.toBuilder().failure(Optional.of(failure)).build()));

        assertThat(all(half))
                .containsExactly(new Warning(
                        Warning.Kind.LEFT_OUT,
                        "",
                        "p.Sums.run:threads=1",
                        "1 of 2 forks delivered no finite score and is left out. Statistics across forks use only the"
                                + " others."));
    }

    @Test
    void findsOutliersOverAllForks() {
        CaseResult low =
                new MadeCase().iterations(100, 101, 99, 100, 101, 99, 100, 50).result();

        assertThat(CaseWarnings.outliers(low)).containsExactly(50);
        assertThat(CaseWarnings.outliers(low.withForks(List.of()))).isEmpty();
        assertThat(all(low))
                .extracting(Warning::message)
                .containsExactly("1 of 8 measured iterations is outside Tukey's fences: 50.000 ns/op."
                        + " The score includes it.");
    }

    @Test
    void ignoresCaseWithoutForks() {
        assertThat(all(new MadeCase().result(Status.DONE).withForks(List.of()))).isEmpty();
    }
}
