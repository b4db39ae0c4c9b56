// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.environment.EnvironmentProbe;
import io.microbench.forks.ClassCode;
import io.microbench.history.CaseSummary;
import io.microbench.history.CaseSummary.ExecutedCode;
import io.microbench.history.CaseSummary.ForkSetup;
import io.microbench.history.CaseSummaryBuilder;
import io.microbench.history.RunSummary;
import io.microbench.history.RunSummary.Fingerprint;
import io.microbench.history.RunSummaryBuilder;
import io.microbench.plan.PlannedCase;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.ClassDictionary;
import io.microbench.result.DecisiveFacts;
import io.microbench.result.Environment;
import io.microbench.result.Mode;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Finds classes of this test on the class path. */
class UnchangedCodeTest {

    private static final Environment HERE = EnvironmentProbe.here();

    private static final ClassCode CODE = new ClassCode(List.of(Path.of(UnchangedCodeTest.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .getPath())
            .toString()));

    private static final Map<String, String> RAN =
            CODE.of(List.of(UnchangedCodeTest.class.getName(), PlainFixture.class.getName()));

    private static final ForkSetup SETUP = setup(List.of("-Xmx1g"), DecisiveFacts.of(HERE));

    private final List<RunSummary> runs = new ArrayList<>();

    private static ForkSetup setup(List<String> arguments, Map<String, String> facts) {
        return new ForkSetup(
                "VM",
                arguments,
                "compiler",
                facts.entrySet().stream()
                        .map(fact -> fact.getKey() + "=" + fact.getValue())
                        .toList());
    }

    private static PlannedCase planned(String method, String... arguments) {
        return new PlannedCase(
                new CaseId("a.Codec", method, new TreeMap<>(), 1, Optional.empty()),
                PlainFixture.class,
                CasePlan.builder(Mode.AVERAGE_TIME)
                        .jvmArgs(List.of(arguments))
                        .forks(1)
                        .build());
    }

    private void measured(String run, Fingerprint where, ForkSetup setup, double starved, Map<String, String> ran) {
        ClassDictionary dictionary = new ClassDictionary();
        dictionary.add(Map.of("b.Other", "0123"));
        ExecutedCode code = new ExecutedCode(ClassDictionary.digest(ran).orElse("0123456789ab"), dictionary.add(ran));
        CaseSummary encode = CaseSummaryBuilder.of("a.Codec.encode:threads=1", 1)
                .setup(setup)
                .starved(starved)
                .code(Optional.of(code))
                .build();
        runs.add(RunSummaryBuilder.of(run, Instant.EPOCH.plusSeconds(runs.size()))
                .environment(where)
                .cases(List.of(encode))
                .classes(dictionary.lines())
                .build());
    }

    private Optional<String> reason(PlannedCase planned) {
        // A history returns runs without their classes.
        List<RunSummary> read = runs.stream()
                .map(run -> RunSummaryBuilder.of(run).classes(Optional.empty()).build())
                .toList();
        return new UnchangedCode(read, HERE, CODE, summary -> runs.stream()
                        .filter(run -> run.id().equals(summary.id()))
                        .findFirst()
                        .orElseThrow())
                .reason(planned);
    }

    @Test
    void skipsCaseMeasuredBeforeWithSameCodeMachineAndArguments() {
        measured("first", Fingerprint.of(HERE), SETUP, 0, RAN);
        measured("second", Fingerprint.of(HERE), SETUP, 0, RAN);

        assertThat(reason(planned("encode", "-Xmx1g")))
                .contains("runs the same code as in run second (microbench.unchanged)");
    }

    @Test
    void measuresCaseThatIsNewOrHasDifferentArguments() {
        measured("first", Fingerprint.of(HERE), SETUP, 0, RAN);

        assertThat(reason(planned("decode", "-Xmx1g"))).isEmpty();
        assertThat(reason(planned("encode", "-Xmx2g"))).isEmpty();
        assertThat(reason(planned("encode"))).isEmpty();
    }

    @Test
    void ignoresBusyRunsAndThoseOfOtherMachinesOrJdks() {
        measured("elsewhere", new Fingerprint("JDK 1", "VM", "CPU", "OS"), SETUP, 0, RAN);
        measured("busy", Fingerprint.of(HERE), SETUP, 0.9, RAN);
        Map<String, String> larger = new TreeMap<>(DecisiveFacts.of(HERE));
        larger.put("CPUs", "1000");
        measured("larger", Fingerprint.of(HERE), setup(List.of("-Xmx1g"), larger), 0, RAN);

        assertThat(reason(planned("encode", "-Xmx1g"))).isEmpty();
    }

    @Test
    void measuresClassChangedSinceLastRunDespiteEarlierMatch() {
        measured("same", Fingerprint.of(HERE), SETUP, 0, RAN);
        Map<String, String> other = new TreeMap<>(RAN);
        other.put(PlainFixture.class.getName(), "0123456789abcdef");
        measured("other", Fingerprint.of(HERE), SETUP, 0, other);

        assertThat(reason(planned("encode", "-Xmx1g"))).isEmpty();
    }

    @Test
    void measuresCaseThatDependsOnMoreThanClassPath() {
        Map<String, String> outside = new TreeMap<>(RAN);
        outside.put("@AlwaysMeasure", ClassDictionary.OUTSIDE);
        measured("first", Fingerprint.of(HERE), SETUP, 0, outside);

        assertThat(ClassDictionary.digest(outside)).isEmpty();
        assertThat(reason(planned("encode", "-Xmx1g"))).isEmpty();
    }
}
