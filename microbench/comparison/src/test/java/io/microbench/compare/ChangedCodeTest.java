// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.forks.ClassCode;
import io.microbench.forks.HarnessPath;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.ClassDictionary;
import io.microbench.result.Mode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChangedCodeTest {

    private static final Map<String, String> CODE = Map.of("a.Codec", "1", "a.Table", "2", "files in a.jar", "3");

    @TempDir
    Path folder;

    private final List<String> said = new ArrayList<>();

    private static ChangedCode choose(List<PairedCase> cases, Map<String, String> baseline, String... changed) {
        Map<String, String> candidate = new TreeMap<>(CODE);
        List.of(changed).forEach(name -> candidate.put(name, "changed"));
        return ChangedCode.choose(cases, paired -> baseline, names -> candidate, 0, 1);
    }

    private static PairedCase variant(String name, String argument) {
        CaseId id = new CaseId(
                "com.acme.CodecBenchmark", "encode", new TreeMap<>(Map.of("variant", name)), 1, Optional.empty());
        CasePlan plan =
                CasePlan.builder(Mode.AVERAGE_TIME).jvmArgs(List.of(argument)).build();
        return new PairedCase(id, plan, plan);
    }

    @Test
    void describesReachedCasesAndChangedClasses() {
        assertThat(choose(Fixtures.paired(5), CODE).reached()).isEqualTo("The change can reach none of 5 cases.");
        assertThat(choose(Fixtures.paired(1), CODE, "a.Table").reached())
                .isEqualTo("The change can reach 1 of 1 case, through a.Table.");
        assertThat(choose(Fixtures.paired(2), CODE, "a.Codec", "a.Table", "files in a.jar")
                        .reached())
                .isEqualTo("The change can reach 2 of 2 cases, through a.Codec, a.Table, files in a.jar.");
        assertThat(choose(Fixtures.paired(3), Map.of()).reached())
                .isEqualTo("The change can reach 3 of 3 cases; the classes of 3 are unknown.");
    }

    @Test
    void countsControlsAndCasesThatAreNotMeasured() {
        List<PairedCase> two = Fixtures.paired(2);
        assertThat(ChangedCode.choose(two, paired -> CODE, names -> CODE, 0.5, 1)
                        .sentence())
                .isEqualTo(
                        "2 of 2 cases run the same code in both builds; 1 is not measured; 1 is measured as a control."
                                + " Use --all to measure all.");
        assertThat(choose(Fixtures.paired(1), CODE, "a.Table").sentence())
                .isEqualTo("The case runs different code in the candidate.");
    }

    @Test
    void namesClassesWithMostCasesFirstAndCountsOthers() {
        Map<CaseId, List<String>> reasons = Map.of(
                Fixtures.id("encode"), List.of("a.B", "a.C", "a.D", "a.E"), Fixtures.id("decode"), List.of("a.E"));

        assertThat(new ChangedCode(Fixtures.paired(2), Fixtures.paired(7), reasons).reached())
                .startsWith("The change can reach 2 of 9 cases, through a.E, ")
                .endsWith(" and 1 more.");
    }

    @Test
    void selectsVariantsLikeOtherCases() {
        List<PairedCase> variants = List.of(variant("g1", "-XX:+UseG1GC"), variant("zgc", "-XX:+UseZGC"));

        assertThat(choose(variants, CODE).same()).isEqualTo(variants);
        assertThat(choose(variants, CODE, "a.Codec").measured()).isEqualTo(variants);
    }

    private Build build(String name, String content) throws IOException {
        Files.writeString(Files.createDirectory(folder.resolve(name)).resolve("Codec.class"), content);
        return Build.ofClassPath(name, folder);
    }

    private static RecordedClasses unrecorded(Build build) {
        return new RecordedClasses(Map.of(), new ClassCode(HarnessPath.complete(build.classPath())));
    }

    private Reach reach(Build baseline, Build candidate) {
        return Reach.of(
                new PairedCase.Cases(Fixtures.paired(2), List.of(), List.of()),
                unrecorded(baseline),
                paired -> CODE,
                candidate,
                said::add,
                (done, all) -> said.add(done + " of " + all));
    }

    @Test
    void runsNoForkForBuildsWithSameContent() throws IOException {
        assertThat(reach(build("old", "1"), build("new", "1")).reached()).isEmpty();
        assertThat(said).containsExactly("The class paths of both builds have the same content.");
    }

    @Test
    void measuresWhatForksUseOutsideClassPathsWithSameContent() throws IOException {
        ChangedCode chosen = ChangedCode.of(
                Fixtures.paired(2),
                unrecorded(build("old", "1")),
                paired -> Map.of("@AlwaysMeasure", ClassDictionary.OUTSIDE),
                build("new", "1"),
                0,
                1,
                said::add,
                (done, all) -> {});

        assertThat(chosen.measured()).hasSize(2);
        assertThat(chosen.same()).isEmpty();
    }

    @Test
    void reportsProgressOfForksThatDetermineClasses() throws IOException {
        assertThat(reach(build("old", "1"), build("new", "2")).reached()).hasSize(2);
        assertThat(said).endsWith("0 of 2", "1 of 2");
    }

    @Test
    void measuresCaseWithChangedArguments() {
        PairedCase g1 = variant("g1", "-XX:+UseG1GC");
        PairedCase other = new PairedCase(
                g1.id(), g1.baselinePlan(), variant("g1", "-Xint").candidatePlan());

        assertThat(choose(List.of(other), CODE).reasons())
                .isEqualTo(Map.of(g1.id(), List.of("the JVM or its arguments")));
    }
}
