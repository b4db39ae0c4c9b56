// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.junit.SuiteProfiles.RequestedProfilers;
import io.microbench.monitor.MonitorHistory;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.plan.Planner;
import io.microbench.profile.ProfilerPlan;
import io.microbench.profile.ProfilerPlan.Profiled;
import io.microbench.profile.ProfilerPlan.ProfiledFork;
import io.microbench.profile.ProfilerSupport.ProfilerRequest;
import io.microbench.result.CaseId;
import io.microbench.result.CaseResult;
import io.microbench.result.Failure;
import io.microbench.result.MadeRecords;
import io.microbench.result.Metric;
import io.microbench.result.Profile;
import io.microbench.result.RunFolder;
import io.microbench.result.RunRecord;
import io.microbench.run.PlanRun;
import io.microbench.run.PlanRun.CaseOutcome;
import io.microbench.run.TestPlans;
import io.microbench.settings.Settings;
import io.microbench.text.UserException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SuiteProfilesTest {

    private static final PlannedCase PLAIN =
            TestPlans.of(JudgedFixture.class, "plain").planned();

    @TempDir
    Path parent;

    private final List<PlannedCase> cases = new ArrayList<>();
    private final List<String> printed = new ArrayList<>();
    private Optional<RecordedRun> run = Optional.empty();

    @BeforeEach
    void threeCases() {
        cases.add(of("../../etc/passwd"));
        cases.add(of("..|..|etc|passwd"));
        cases.add(of("C:\\a"));
    }

    private static PlannedCase of(String value) {
        CaseId id = new CaseId("p.Outer.Codec", "encode", new TreeMap<>(Map.of("file", value)), 1, Optional.empty());
        return new PlannedCase(id, JudgedFixture.class, PLAIN.plan());
    }

    private static List<ProfilerPlan> plans(String names) {
        return ProfilerRequest.parse("--profile", List.of(names)).stream()
                .map(request -> new ProfilerPlan(request, Optional.empty()))
                .toList();
    }

    private SuiteProfiles profiles(String names) {
        RecordedRun opened = new RecordedRun(parent, cases);
        run = Optional.of(opened);
        return new SuiteProfiles(opened, new RequestedProfilers(plans(names)), printed::add);
    }

    private RecordedRun run() {
        return run.orElseThrow();
    }

    private Plan plan() {
        return new Planner(Settings.resolve(List.of())).plan(cases);
    }

    private CaseResult recorded(int index) {
        return run().record().cases().get(index);
    }

    @Test
    void startsOneForkPerProfilerAndMeasuredCase() {
        SuiteProfiles profiles = profiles("jfr,gc");
        run().done(0, 2);

        profiles.run(plan());

        assertThat(run().profiled)
                .containsExactly(
                        "jfr Codec.encode-file=..-..-etc-passwd",
                        "gc Codec.encode-file=..-..-etc-passwd",
                        "jfr Codec.encode-file=C-a",
                        "gc Codec.encode-file=C-a");
        assertThat(printed)
                .first()
                .isEqualTo("# Profile 1 of 4, not part of any score: jfr of "
                        + cases.get(0).id());
        assertThat(recorded(0).profiles().orElseThrow())
                .extracting(Profile::profiler)
                .containsExactly("jfr", "gc");
        assertThat(recorded(1).profiles()).isEmpty();
        assertThat(recorded(0).forks()).isEmpty();
        assertThat(profiles.profiles()).hasSize(4);
        assertThatCode(profiles::requireAll).doesNotThrowAnyException();
    }

    @Test
    void keepsFilesInFolderWithUniqueNames() {
        SuiteProfiles profiles = profiles("gc");
        run().done(0, 1, 2);

        profiles.run(plan());

        Path own = run().folder().resolve("profiles");
        assertThat(run().bases).hasSize(3).doesNotHaveDuplicates().allSatisfy(base -> assertThat(
                        base.normalize().getParent())
                .isEqualTo(own));
        assertThat(own).isDirectory();
    }

    @Test
    void recordsFailedProfilerAndReportsItAtEnd() {
        SuiteProfiles profiles = profiles("jfr,gc");
        run().done(0);
        run().failure = Optional.of(Failure.of(Failure.Kind.CRASHED, "SIGSEGV"));

        profiles.run(plan());

        assertThat(recorded(0).status()).isEqualTo(CaseResult.Status.DONE);
        assertThat(recorded(0).profiles().orElseThrow())
                .extracting(Profile::failure)
                .containsExactly(Optional.of("SIGSEGV"), Optional.of("SIGSEGV"));
        assertThatExceptionOfType(ProfileException.class)
                .isThrownBy(profiles::requireAll)
                .withMessage(
                        "2 of 2 profiles failed. The first: " + cases.get(0).id() + " has no profile by jfr: SIGSEGV")
                .extracting(UserException::exitStatus)
                .isEqualTo(UserException.FAILED);
    }

    @Test
    void stopsWithoutFailure() {
        SuiteProfiles profiles = profiles("jfr,gc");
        run().done(0, 1);
        run().failure = Optional.of(Failure.of(Failure.Kind.STOPPED, "stopped"));

        profiles.run(plan());

        assertThat(run().profiled).hasSize(1);
        assertThat(recorded(0).profiles()).isEmpty();
        assertThatCode(profiles::requireAll).doesNotThrowAnyException();
    }

    @Test
    void createsNoFolderWithoutMeasuredCase() {
        SuiteProfiles profiles = profiles("jfr");

        profiles.run(plan());

        assertThat(run().profiled).isEmpty();
        assertThat(run().folder().resolve("profiles")).doesNotExist();
    }

    /** A run with a record and no forks. */
    static class RecordedRun implements PlanRun {

        private final RunFolder folder;
        private final List<PlannedCase> cases;
        private final List<String> profiled = new ArrayList<>();
        private final List<Path> bases = new ArrayList<>();
        private Optional<Failure> failure = Optional.empty();
        private boolean files;

        RecordedRun(Path parent, List<PlannedCase> cases) {
            this.cases = List.copyOf(cases);
            this.folder = RunFolder.create(
                    parent,
                    Instant.EPOCH,
                    MadeRecords.machine().build(),
                    List.of(),
                    cases.stream()
                            .map(one -> CaseResult.planned(one.id(), one.plan()))
                            .toList());
        }

        void done(int... indices) {
            for (int index : indices) {
                PlannedCase one = cases.get(index);
                folder.end(new CaseResult(
                        one.id(),
                        one.plan(),
                        CaseResult.Status.DONE,
                        "",
                        Optional.of(new Metric(1, 0, "ops/s")),
                        Map.of(),
                        List.of()));
            }
        }

        @Override
        public ProfiledFork profile(PlannedCase one, ProfilerPlan profiler, Path base) {
            profiled.add(profiler.requested() + " " + base.getFileName());
            bases.add(base);
            if (failure.isPresent()) {
                return new ProfiledFork(Optional.empty(), failure);
            }
            List<Path> written = files ? List.of(base.resolveSibling(base.getFileName() + ".gc.txt")) : List.of();
            return new ProfiledFork(
                    Optional.of(new Profiled(profiler.requested(), Map.of(), "", Optional.empty(), List.of(), written)),
                    Optional.empty());
        }

        @Override
        public void profiled(CaseId id, Profile profile) {
            folder.profiled(id, profile);
        }

        @Override
        public Path folder() {
            return folder.path();
        }

        @Override
        public RunRecord record() {
            return folder.record();
        }

        @Override
        public void measure(List<PlannedCase> some, ToDoubleFunction<CaseResult> priority) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Optional<String> notReached(PlannedCase planned) {
            return Optional.empty();
        }

        @Override
        public CaseOutcome run(PlannedCase one) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void skip(PlannedCase planned, String reason) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void fail(PlannedCase planned, String reason) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void stop() {}

        @Override
        public Optional<MonitorHistory> monitored() {
            return Optional.empty();
        }

        @Override
        public RunRecord finish() {
            return record();
        }

        @Override
        public void close() {}
    }
}
