// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.profile.ProfilerPlan.Profiled;
import io.microbench.profile.ProfilerPlan.ProfiledFork;
import io.microbench.profile.StackTree;
import io.microbench.result.CaseResult;
import io.microbench.result.Metric;
import io.microbench.result.Profile;
import io.microbench.result.RunRecord;
import io.microbench.text.ConsoleStyle;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CaseProfileTest {

    private static final CaseResult CASE = Samples.cases().get(0);

    private static final StackTree STACKS = new StackTree.Builder()
            .add(List.of("a.B.<clinit>", "a.B.d"), 3)
            .add(List.of("a.B.<clinit>"), 1)
            .build();

    @TempDir
    Path folder;

    private static Profiled sampled(StackTree stacks, Path... files) {
        return new Profiled("jfr", Map.of(), "", Optional.of(stacks), stacks.hottest(5), List.of(files));
    }

    private static Profiled counted() {
        return new Profiled(
                "gc",
                Map.of("gc.alloc.rate.norm", new Metric(1216.25, 0.5, "B/op")),
                "",
                Optional.empty(),
                List.of(),
                List.of());
    }

    private CaseProfile of(Profiled profiled) {
        ProfiledFork fork = new ProfiledFork(Optional.of(profiled), Optional.empty());
        return CaseProfile.of(CASE.id(), "a < b", profiled.profiler(), fork, folder.resolve("case"));
    }

    @Test
    void drawsFlameGraphBesideFile() throws Exception {
        CaseProfile profile = of(sampled(STACKS, folder.resolve("case.jfr")));

        assertThat(profile.page()).contains(folder.resolve("case.jfr.html"));
        assertThat(folder.resolve("case.jfr.html")).content().contains("<h1>a &lt; b</h1>", "4 samples by jfr");
        assertThat(profile.files()).containsExactly(folder.resolve("case.jfr"), folder.resolve("case.jfr.html"));
    }

    @Test
    void drawsNothingWithoutSamples() throws Exception {
        CaseProfile profile = of(sampled(new StackTree(0, List.of())));

        assertThat(profile.page()).isEmpty();
        assertThat(CaseProfile.tables(List.of(profile), ConsoleStyle.plain()))
                .isEqualTo("\na < b, jfr, 0 samples\nNo results.\n");
    }

    @Test
    void recordsFilesRelativeToRecord() throws Exception {
        CaseProfile profile = of(sampled(STACKS, folder.resolve("case.jfr")));
        CaseProfile failed = CaseProfile.failed(CASE.id(), "a < b", "async:event=x", "its fork failed");
        RunRecord run = Samples.run(Samples.cases());

        RunRecord recorded = CaseProfile.recorded(run, List.of(profile, failed), folder.resolve(".."));

        String name = String.valueOf(folder.getFileName());
        assertThat(recorded.cases().get(0).profiles().orElseThrow())
                .containsExactly(
                        new Profile(
                                "jfr",
                                Map.of(),
                                List.of(name + "/case.jfr", name + "/case.jfr.html"),
                                Optional.empty()),
                        new Profile("async:event=x", Map.of(), List.of(), Optional.of("its fork failed")));
        assertThat(recorded.cases().subList(1, run.cases().size()))
                .isEqualTo(run.cases().subList(1, run.cases().size()));
        assertThat(recorded.cases().get(0).score()).isEqualTo(run.cases().get(0).score());
    }

    @Test
    void showsNumbersAndFileNamesOnPageFromRecord() {
        CaseResult profiled = CASE.withProfiles(List.of(
                new Profile("jfr", Map.of(), List.of("profiles/<a>.jfr"), Optional.empty()),
                new Profile("gc", counted().metrics(), List.of(), Optional.empty()),
                new Profile("async", Map.of(), List.of(), Optional.of("it < failed"))));

        assertThat(HtmlReport.render(Samples.run(List.of(profiled)), Optional.empty(), Map.of()))
                .containsOnlyOnce("id=\"profiles\"")
                .contains("<summary>" + CASE.id().text() + ", jfr</summary>")
                .contains("<a href=\"./profiles/&lt;a&gt;.jfr\">profiles/&lt;a&gt;.jfr</a>")
                .contains("<th scope=\"row\">gc.alloc.rate.norm</th><td class=\"num\">1,216.3</td><td>B/op</td>")
                .contains("<p class=\"FAILED\">it &lt; failed</p>");
        assertThat(HtmlReport.render(Samples.run(List.of(CASE)), Optional.empty(), Map.of()))
                .doesNotContain("id=\"profiles\"");
    }

    @Test
    void printsHottestMethodsAndNumbersOnConsole() throws Exception {
        List<CaseProfile> profiles = List.of(of(sampled(STACKS)), of(counted()));

        assertThat(CaseProfile.tables(profiles, ConsoleStyle.plain())).isEqualTo("""

                a < b, jfr, 4 samples
                Method         Self   Total
                a.B.d         75.0%   75.0%
                a.B.<clinit>  25.0%  100.0%

                a < b, gc
                Metric                  Value  Unit
                gc.alloc.rate.norm  1,216.250  B/op
                """);
    }

    @Test
    void keepsLinesOfText() throws Exception {
        Profiled text = new Profiled(
                "perf", Map.of(), "Perf stats:\n   1 cycles  \n\n", Optional.empty(), List.of(), List.of());

        assertThat(CaseProfile.tables(List.of(of(text)), ConsoleStyle.plain()))
                .isEqualTo("\na < b, perf\nPerf stats:\n   1 cycles\n");
    }
}
