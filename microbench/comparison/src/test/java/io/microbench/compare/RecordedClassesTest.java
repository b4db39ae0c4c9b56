// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.forks.ClassCode;
import io.microbench.forks.HarnessPath;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CaseResult;
import io.microbench.result.ClassDictionary;
import io.microbench.result.Environment;
import io.microbench.result.ForkResult;
import io.microbench.result.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedClassesTest {

    private static final List<String> LOADED = List.of("a.Codec", "a.Table");

    @TempDir
    Path folder;

    @BeforeEach
    void compile() throws IOException {
        Files.createDirectories(folder.resolve("classes/a"));
        for (String name : List.of("Codec", "Table", "Unused")) {
            Files.writeString(folder.resolve("classes/a/" + name + ".class"), name);
        }
    }

    private Build build() {
        return Build.ofClassPath("classes", folder);
    }

    private ClassCode code() {
        return new ClassCode(HarnessPath.complete(build().classPath()));
    }

    private Environment machine(String cpu) {
        return Environment.builder().cpuModel(cpu).classPath(code().content()).build();
    }

    private static CaseResult done(CaseId id, CasePlan plan) {
        return new CaseResult(id, plan, CaseResult.Status.DONE, "", Optional.empty(), Map.of(), List.of());
    }

    /** Records a run in which {@code encode} loaded the given code; returns the name of its folder. */
    private String ran(Environment where, CaseResult encode, Map<String, String> loaded) {
        return ran(where, encode, ForkResult.builder(1).build(), loaded);
    }

    private String ran(Environment where, CaseResult encode, ForkResult fork, Map<String, String> loaded) {
        RunFolder run = RunFolder.create(
                folder.resolve("results"),
                Instant.EPOCH,
                where,
                List.of(),
                List.of(CaseResult.planned(encode.id(), encode.plan())));
        run.append(encode.id(), fork, loaded);
        run.end(encode);
        run.finish(Instant.EPOCH);
        return run.path().getFileName().toString();
    }

    private String ran(CaseResult encode) {
        return ran(machine("here"), encode, code().of(LOADED));
    }

    private RecordedClasses recorded() {
        return RecordedClasses.of(folder.resolve("results"), build(), machine("here"));
    }

    private Map<CaseId, Map<String, String>> found() {
        return recorded().code(Fixtures.paired(1));
    }

    private static CaseResult method0() {
        return done(Fixtures.id("method0"), Fixtures.plan("avgt"));
    }

    @Test
    void findsClassesInRunOfSameBuild() {
        String run = ran(method0());
        RecordedClasses recorded = recorded();

        assertThat(recorded.code(Fixtures.paired(3))).isEqualTo(Map.of(Fixtures.id("method0"), code().of(LOADED)));
        assertThat(recorded.sentence(1, 3))
                .isEqualTo("The classes that 1 case of the baseline loads are known from run " + run
                        + "; determining those of 2 others.");
        assertThat(recorded.sentence(1, 1))
                .isEqualTo("The classes that 1 case of the baseline loads are known from run " + run + ".");
    }

    @Test
    void countsUsedRuns() {
        ran(method0());
        ran(done(Fixtures.id("method1"), Fixtures.plan("avgt")));
        RecordedClasses recorded = recorded();

        assertThat(recorded.code(Fixtures.paired(2))).hasSize(2);
        assertThat(recorded.sentence(2, 2))
                .isEqualTo("The classes that 2 cases of the baseline load are known from 2 earlier runs.");
        assertThat(recorded.sentence(0, 2)).isEqualTo("Determining the classes that 2 cases of the baseline load.");
    }

    @Test
    void ignoresRunWithOtherClassPath() throws IOException {
        ran(method0());
        assertThat(found()).hasSize(1);

        Files.writeString(folder.resolve("classes/a/Unused.class"), "other");

        assertThat(found()).isEmpty();
    }

    @Test
    void ignoresOtherMachinesArgumentsAndFailedCases() {
        ran(machine("there"), method0(), code().of(LOADED));
        ran(done(Fixtures.id("method0"), Fixtures.plan("avgt", "-Xint")));
        ran(CaseResult.planned(Fixtures.id("method0"), Fixtures.plan("avgt")).failed("crashed"));
        ran(machine("here"), method0(), Map.of());

        assertThat(found()).isEmpty();
    }

    @Test
    void keepsCodeOutsideClassPathUnknown() {
        Map<String, String> loaded = new TreeMap<>(code().of(LOADED));
        loaded.put("@AlwaysMeasure", ClassDictionary.OUTSIDE);
        ran(machine("here"), method0(), loaded);

        assertThat(found().get(Fixtures.id("method0"))).isEqualTo(loaded);
    }

    @Test
    void ignoresUnreadableRecordsAndMissingFolder() throws IOException {
        assertThat(found()).isEmpty();
        ran(method0());
        Path damaged = Files.createDirectories(folder.resolve("results/damaged"));
        Files.writeString(damaged.resolve("run.json"), "{ \"" + code().content().orElseThrow());

        assertThat(found()).hasSize(1);
    }

    @Test
    void ignoresRunWithArgumentsFromVariable() {
        ForkResult fork = Fixtures.measured(1, 2).fork();
        String own = "-Xlog:class+load:file=a:none -XX:CompileCommandFile=/tmp/jmh1";
        ran(machine("here"), method0(), echoing(fork, own + " -Drare=true"), code().of(LOADED));
        assertThat(found()).isEmpty();

        ran(machine("here"), method0(), echoing(fork, own), code().of(LOADED));
        assertThat(found()).hasSize(1);
    }

    private static ForkResult echoing(ForkResult fork, String arguments) {
        return fork.toBuilder().echo(Map.of("jvm.arguments", arguments)).build();
    }
}
