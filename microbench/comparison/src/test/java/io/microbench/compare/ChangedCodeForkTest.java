// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.judge.CaseVerdict;
import io.microbench.judge.RunComparison;
import io.microbench.judge.Verdict;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.run.CompiledSource;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Compares real builds of five benchmarks: a change of a comment, of a test, of an unrelated class, of a constant, of a
 * default method of an interface and of a superclass reaches three of them; a change of a resource or of a service file
 * reaches all.
 */
@Tag("processes")
class ChangedCodeForkTest {

    private static final String BENCHMARK = """
            package probe;
            public class %sProbe {
                @org.openjdk.jmh.annotations.Benchmark
                public int run() {
                    return %s;
                }
            }
            """;

    private static final Path TEST_CLASSES = Path.of(SpinFixture.class
            .getProtectionDomain()
            .getCodeSource()
            .getLocation()
            .getPath());

    @TempDir
    private Path folder;

    private Build build(String name, Map<String, String> changes) throws IOException {
        Map<String, String> sources = new TreeMap<>(Map.of(
                "Plain", "class Plain { static int f() { return 1; } }",
                "Noted", "class Noted { static int f() { return 2; } }",
                "Limits", "interface Limits { int MOST = 3; }",
                "Shape", "interface Shape { default int area() { return 4; } class Square implements Shape {} }",
                "Base", "class Base { int f() { return 5; } static class Child extends Base {} }",
                "Unused", "class Unused { int f() { return 6; } }",
                "PlainTest", "class PlainTest { boolean passes() { return Plain.f() == 1; } }"));
        sources.putAll(changes);
        sources.replaceAll((type, text) -> "package probe;\n" + text);
        Map.of(
                        "Plain", "Plain.f()",
                        "Noted", "Noted.f()",
                        "Constant", "Limits.MOST",
                        "Default", "new Shape.Square().area()",
                        "Parent", "new Base.Child().f()")
                .forEach((type, call) -> sources.put(type + "Probe", BENCHMARK.formatted(type, call)));
        Path source = Files.createDirectories(folder.resolve(name + "-src"));
        List<Path> files = new ArrayList<>();
        for (Map.Entry<String, String> each : sources.entrySet()) {
            files.add(Files.writeString(source.resolve(each.getKey() + ".java"), each.getValue()));
        }
        Path classes = folder.resolve(name);
        CompiledSource.compile(classes, files.toArray(Path[]::new));
        return Build.ofClassPath(classes + File.pathSeparator + TEST_CLASSES, folder);
    }

    @Test
    void measuresOnlyReachedCases() throws IOException {
        List<String> said = new ArrayList<>();
        Build baseline = build("before", Map.of());
        Build candidate = build(
                "after",
                Map.of(
                        "Noted", "// A comment.\n\nclass Noted { static int f() { return 2; } }",
                        "Limits", "interface Limits { int MOST = 33; }",
                        "Shape",
                                "interface Shape { default int area() { return 44; } class Square implements Shape {} }",
                        "Base", "class Base { int f() { return 55; } static class Child extends Base {} }",
                        "Unused", "class Unused { int f() { return 66; } }",
                        "PlainTest", "class PlainTest { boolean passes() { return Plain.f() < 2; } }"));
        InterleavedComparison.Result outcome;
        RunComparison comparison;
        RunRecord before;
        try (InterleavedComparison opened = InterleavedComparison.open(
                baseline,
                candidate,
                new Limits(Duration.ofMinutes(10), 3, 3, 0.05, 0.01),
                settings(),
                false,
                List.of(),
                said::add,
                line -> {})) {
            outcome = opened.run();
            comparison = outcome.comparison();
            before = RunReader.read(opened.folder().resolve("old"));
        }

        assertThat(outcome.reach())
                .contains("The change can reach 3 of 5 cases, through probe.ConstantProbe, probe.Shape, probe.Base.");
        assertThat(said)
                .contains(
                        "Determining the classes that 5 cases of the baseline load.",
                        "2 of 5 cases run the same code in both builds; 1 is not measured; 1 is measured as a control."
                                + " Use --all to measure all.",
                        "  probe.ConstantProbe: 1 case, probe.ConstantProbe.run:threads=1",
                        "  probe.Shape: 1 case, probe.DefaultProbe.run:threads=1",
                        "  probe.Base: 1 case, probe.ParentProbe.run:threads=1");
        List<CaseVerdict> same = comparison.verdicts().stream()
                .filter(verdict -> verdict.verdict() == Verdict.SAME_CODE)
                .toList();
        assertThat(same).singleElement().satisfies(verdict -> assertThat(
                        verdict.id().text())
                .isIn("probe.PlainProbe.run:threads=1", "probe.NotedProbe.run:threads=1"));
        assertThat(comparison.verdicts()).hasSize(5);
        CaseResult left = before.cases().stream()
                .filter(result -> result.id().equals(same.get(0).id()))
                .findFirst()
                .orElseThrow();
        assertThat(left.status()).isEqualTo(CaseResult.Status.SKIPPED);
        CaseResult parent = before.cases().stream()
                .filter(result -> result.id().text().startsWith("probe.ParentProbe"))
                .findFirst()
                .orElseThrow();
        assertThat(before.code(parent))
                .containsKeys("probe.ParentProbe", "probe.Base", "probe.Base$Child")
                .doesNotContainKeys("probe.Plain", "java.lang.String", "org.openjdk.jmh.runner.ForkedMain");

        said.clear();
        assertThat(reach(baseline, candidate, "*Probe*", said::add)).isEqualTo(outcome.changed());
        // If JMH's lock is ignored, a line before it says so.
        assertThat(said)
                .last()
                .asString()
                .startsWith("The classes that 4 cases of the baseline load are known from run compare-")
                .endsWith("old; determining those of 1 other.");
        Build resource = build("resource", Map.of());
        Files.writeString(folder.resolve("resource/probe/limits.txt"), "3");
        assertThat(reach(baseline, resource, "*ParentProbe*", said::add).values())
                .containsExactly(List.of("files in resource"));
        Build service = build("service", Map.of());
        Path services = Files.createDirectories(folder.resolve("service/META-INF/services"));
        Files.writeString(services.resolve("probe.Shape"), "probe.Shape$Square");
        assertThat(reach(baseline, service, "*ParentProbe*", said::add).values())
                .containsExactly(List.of("files in service"));
    }

    private Map<CaseId, List<String>> reach(Build baseline, Build candidate, String cases, Consumer<String> progress) {
        Map<String, String> settings = settings();
        settings.put("microbench.cases", cases);
        return Reach.of(baseline, candidate, settings, progress, line -> {}, (done, all) -> {})
                .reached();
    }

    private Map<String, String> settings() {
        return new TreeMap<>(Map.of(
                "microbench.cases", "*Probe*",
                "microbench.output", folder.resolve("out").toString(),
                "warmupIterations", "1",
                "measureIterations", "2",
                "microbench.warmupTime", "10ms",
                "microbench.measurementTime", "10ms"));
    }
}
