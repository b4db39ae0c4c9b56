// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.junit.SuiteProfiles.RequestedProfilers;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.Planner;
import io.microbench.profile.ProfilerPlan;
import io.microbench.profile.ProfilerSupport;
import io.microbench.run.TestPlans;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.SettingSource;
import io.microbench.settings.Settings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RequestedProfilersTest {

    private static final ProfilerSupport FIT = new ProfilerSupport(request -> Optional.empty());

    private static final PlannedCase ONE = TestPlans.of(JudgedFixture.class, "plain")
            .time(Duration.ofSeconds(1))
            .planned();

    @TempDir
    Path folder;

    private static Plan plan(List<PlannedCase> cases, String... settings) {
        Map<String, String> given = new HashMap<>();
        for (String setting : settings) {
            String[] both = setting.split("=", 2);
            given.put(both[0], both[1]);
        }
        Settings resolved = Settings.resolve(List.of(new SettingSource("test", given)));
        assertThat(resolved.problems()).isEmpty();
        return new Planner(resolved).plan(cases);
    }

    private static RequestedProfilers requested(String... settings) {
        return RequestedProfilers.of(plan(List.of(ONE), settings), () -> FIT);
    }

    private static void refused(Plan plan, String... parts) {
        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RequestedProfilers.of(plan, () -> FIT))
                .extracting(e -> String.valueOf(e.getMessage()))
                .satisfies(message -> assertThat(message).contains(parts));
    }

    @Test
    void checksNothingWithoutSetting() {
        Plan plan = plan(List.of(ONE));
        RequestedProfilers none = RequestedProfilers.of(plan, () -> {
            throw new AssertionError("the machine was checked");
        });

        assertThat(none.profilers()).isEmpty();
        assertThat(none.cost(plan)).isEmpty();
    }

    @Test
    void keepsEachProfilerOnceInGivenOrder() {
        assertThat(requested("microbench.profile=jfr, stack:lines=3;top=5,gc").profilers())
                .extracting(ProfilerPlan::requested)
                .containsExactly("jfr", "stack:lines=3;top=5", "gc");
    }

    /** Three iterations of a second, and half a second to start. */
    @Test
    void printsCostOfForks() {
        Plan plan = plan(List.of(ONE, ONE.switchedOff("off")), "microbench.profile=jfr,gc");

        assertThat(RequestedProfilers.of(plan, () -> FIT).cost(plan))
                .contains("Afterwards 2 forks with profilers (jfr, gc), not part of any score, about 7 s");
    }

    @Test
    void listsProfilersForUnknownName() {
        refused(
                plan(List.of(ONE), "microbench.profile=gc,jfrr"),
                "microbench.profile gc,jfrr: there is no profiler jfrr. Expected gc, stack, jfr, async");
    }

    @Test
    void reportsWhatMachineLacks() {
        ProfilerSupport bare = new ProfilerSupport(request -> Optional.of("no"));

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> RequestedProfilers.of(plan(List.of(ONE), "microbench.profile=perfnorm"), () -> bare))
                .withMessageStartingWith("microbench.profile perfnorm: it does not work here: no.");
    }

    @Test
    void rejectsNodes() {
        refused(
                plan(List.of(ONE), "microbench.profile=jfr", "microbench.nodes=a,b"),
                "microbench.profile jfr: its forks run on this machine, but microbench.nodes measures on others.",
                "Leave one of them out");
    }

    @Test
    void rejectsEnabledCasesWithoutForks() {
        PlannedCase inside = ONE.with(ONE.plan().toBuilder().forks(0).build());

        refused(
                plan(List.of(inside), "microbench.profile=jfr"),
                "microbench.profile jfr: io.microbench.junit.JudgedFixture.plain:threads=1 is measured inside this JVM"
                        + " (forks = 0), and a profiler needs a fork.");
        assertThat(RequestedProfilers.of(
                                plan(List.of(ONE, inside.switchedOff("off")), "microbench.profile=jfr"), () -> FIT)
                        .profilers())
                .hasSize(1);
    }

    @Test
    void requiresLibraryForAsync() throws IOException {
        Path library = folder.resolve("libasyncProfiler.so");

        refused(
                plan(List.of(ONE), "microbench.profile=async"),
                "-Dmicrobench.asyncProfiler=/path/of/libasyncProfiler.so",
                "microbench run --profile async");
        refused(
                plan(List.of(ONE), "microbench.profile=async", "microbench.asyncProfiler=" + library),
                "microbench.asyncProfiler = \"" + library + "\": this file does not exist.");
        Files.createFile(library);
        assertThat(requested("microbench.profile=async", "microbench.asyncProfiler=" + library)
                        .profilers()
                        .get(0)
                        .jmh(folder.resolve("a")))
                .contains(library.toString());
    }
}
