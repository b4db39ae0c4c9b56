// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.forks.ForkReport;
import io.microbench.judge.CaseVerdict;
import io.microbench.judge.Verdict;
import io.microbench.judge.VerdictBuilder;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.Failure;
import io.microbench.result.ForkResult;
import io.microbench.result.IterationResult;
import io.microbench.result.Metric;
import io.microbench.result.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Cases, forks and verdicts made by hand. */
final class Fixtures {

    private Fixtures() {}

    static CaseId id(String method) {
        return new CaseId("com.acme.CodecBenchmark", method, new TreeMap<>(), 1, Optional.empty());
    }

    static CasePlan plan(String mode, String... jvmArgs) {
        return CasePlan.builder(Mode.of(mode))
                .warmup(new IterationPlan(5, Duration.ofMillis(100), 1))
                .measurement(new IterationPlan(5, Duration.ofMillis(100), 1))
                .timeout(Duration.ofMinutes(1))
                .jvmArgs(List.of(jvmArgs))
                .build();
    }

    static PairedCase paired(String method) {
        return new PairedCase(id(method), plan("avgt"), plan("avgt"));
    }

    static List<PairedCase> paired(int count) {
        return IntStream.range(0, count).mapToObj(i -> paired("method" + i)).toList();
    }

    static ForkReport report(int number, double value, String... jvmArgs) {
        return new ForkReport(
                fork(number, value, Optional.empty(), jvmArgs),
                Optional.of(new Metric(value, Double.NaN, "ns/op")),
                Map.of());
    }

    static ForkReport failed(int number, String message) {
        Failure failure = new Failure(Failure.Kind.THREW, message, "", List.of(), List.of("last words"));
        return new ForkReport(fork(number, 1, Optional.of(failure)), Optional.empty(), Map.of());
    }

    /** Returns a fork with several measured iterations. */
    static ForkReport measured(int number, double... scores) {
        List<IterationResult> iterations = new ArrayList<>();
        for (double score : scores) {
            iterations.add(iteration(iterations.size() + 1, score));
        }
        ForkReport one = report(number, scores[0]);
        return new ForkReport(one.fork().toBuilder().iterations(iterations).build(), one.score(), Map.of());
    }

    private static IterationResult iteration(int number, double score) {
        return new IterationResult(
                IterationResult.Phase.MEASUREMENT,
                number,
                Instant.EPOCH,
                score,
                1,
                Map.of(),
                Map.of(),
                Optional.empty());
    }

    private static ForkResult fork(int number, double value, Optional<Failure> failure, String... jvmArgs) {
        List<IterationResult> iterations = failure.isPresent() ? List.of() : List.of(iteration(1, value));
        return ForkResult.builder(number)
                .pid(1)
                .jvm("java")
                .jdkVersion("17")
                .vm("vm")
                .jvmArgs(List.of(jvmArgs))
                .blackholeMode("compiler")
                .iterations(iterations)
                .failure(failure)
                .build();
    }

    static CaseVerdict verdict(CaseId id, Verdict verdict, double low, double high) {
        return VerdictBuilder.of(id, verdict)
                .baselineValue(1)
                .candidateValue(1)
                .unit("ns/op")
                .ratio(Math.sqrt(low * high))
                .low(low)
                .high(high)
                .p(1)
                .smallestChange(0.01)
                .baselineForks(3)
                .candidateForks(3)
                .build();
    }
}
