// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.microbench.result.Calibration;
import io.microbench.result.Calibration.CalibrationRound;
import io.microbench.result.Calibration.ClockCheck;
import io.microbench.result.CaseId;
import io.microbench.result.CasePlan;
import io.microbench.result.CasePlan.AdaptivePlan;
import io.microbench.result.CasePlan.CurvePlan;
import io.microbench.result.CasePlan.IterationPlan;
import io.microbench.result.CasePlan.Library;
import io.microbench.result.CaseResult;
import io.microbench.result.Environment;
import io.microbench.result.Failure;
import io.microbench.result.FixtureRun;
import io.microbench.result.FixtureRun.FixtureSeries;
import io.microbench.result.FixtureRun.WarmupFork;
import io.microbench.result.ForkResult;
import io.microbench.result.ForkStop;
import io.microbench.result.Metric;
import io.microbench.result.Profile;
import io.microbench.result.RunFolder;
import io.microbench.result.RunNode;
import io.microbench.result.RunReader;
import io.microbench.result.RunRecord;
import io.microbench.result.SettingValue;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Compares the published schema with written files and with the records that it describes. */
class RunRecordSchemaTest {

    /** Properties that older records lack. */
    private static final Set<String> ADDED = Set.of(
            "classes",
            "more",
            "classPath",
            "project",
            "adaptive",
            "stop",
            "calibration",
            "fixtures",
            "nodes",
            "node",
            "jvms",
            "curve",
            "libraries",
            "profiles",
            "training",
            "warmupFork");

    private static final String TEXT = BrowserLibrary.resource("io/microbench/result/run-record.schema.json");
    private static final JsonNode TREE = JsonMapper.shared().readTree(TEXT);
    private static final Schema SCHEMA = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(TEXT, InputFormat.JSON);

    private static String written(Path folder, RunRecord run, boolean ended) throws Exception {
        RunFolder made = RunFolder.create(folder, run.start(), run.environment(), run.settings(), run.cases());
        if (ended) {
            made.finish(run.start().plusSeconds(90));
        }
        return Files.readString(made.path().resolve(RunFolder.RECORD));
    }

    private static List<Error> check(String json) {
        return SCHEMA.validate(
                json,
                InputFormat.JSON,
                context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)));
    }

    @Test
    void acceptsWrittenRecords(@TempDir Path folder) throws Exception {
        assertThat(check(written(folder, Samples.run(Samples.cases()), true))).isEmpty();
        assertThat(check(written(folder, new DemoRun(1, 2, 2, 3).allocator(), true)))
                .isEmpty();
    }

    @Test
    void acceptsCalibration(@TempDir Path folder) throws Exception {
        Calibration calibration = new Calibration(
                new ClockCheck(20, 22),
                Optional.of(2400.5),
                List.of(new CalibrationRound(Samples.START, 0.001, 0.002)));
        RunRecord run = Samples.run(Samples.cases());
        RunFolder made = RunFolder.create(folder, run.start(), run.environment(), run.settings(), run.cases());
        made.calibrated(calibration);
        made.finish(run.start().plusSeconds(90));

        assertThat(check(Files.readString(made.path().resolve(RunFolder.RECORD))))
                .isEmpty();
        assertThat(RunReader.read(made.path()).calibration()).contains(calibration);
    }

    @Test
    void acceptsFixture(@TempDir Path folder) throws Exception {
        List<Double> numbers = List.of(1.0, 2.5);
        FixtureRun fixture = new FixtureRun(
                "com.acme.Store",
                "com.acme.StoreBenchmark.put:size=10",
                Samples.START,
                Optional.of(0.7),
                Map.of("port", "4711"),
                new FixtureSeries(
                        numbers, numbers, numbers, numbers, numbers, numbers, Optional.of(Map.of("forces", numbers))),
                Optional.of("its check failed: no quorum"),
                Optional.of(Map.of(
                        "n1",
                        new FixtureSeries(numbers, numbers, numbers, numbers, numbers, numbers, Optional.empty()))),
                Optional.of("b"),
                Optional.of(new WarmupFork(200, 30, Samples.START, Samples.START.plusSeconds(33))));
        RunRecord run = Samples.run(Samples.cases());
        RunFolder made = RunFolder.create(folder, run.start(), run.environment(), run.settings(), run.cases());
        made.fixture(fixture);
        made.finish(run.start().plusSeconds(90));

        assertThat(check(Files.readString(made.path().resolve(RunFolder.RECORD))))
                .isEmpty();
        assertThat(RunReader.read(made.path()).fixtures()).contains(List.of(fixture));
    }

    @Test
    void acceptsNodes(@TempDir Path folder) throws Exception {
        RunRecord run = Samples.run(Samples.cases());
        RunFolder made = RunFolder.create(folder, run.start(), run.environment(), run.settings(), run.cases());
        made.node(new RunNode("a", run.environment()));
        made.node(new RunNode("b", run.environment()).lost("it stopped responding"));
        made.append(
                run.cases().get(0).id(),
                ForkResult.builder(1).node(Optional.of("a")).build());
        made.finish(run.start().plusSeconds(90));

        assertThat(check(Files.readString(made.path().resolve(RunFolder.RECORD))))
                .isEmpty();
    }

    @Test
    void acceptsProfiles(@TempDir Path folder) throws Exception {
        List<Profile> profiles = List.of(
                new Profile(
                        "perfnorm",
                        Map.of("cycles", new Metric(12.5, Double.NaN, "#/op")),
                        List.of("profiles/a.txt"),
                        Optional.empty()),
                new Profile("async:event=lock", Map.of(), List.of(), Optional.of("its fork failed")));
        List<CaseResult> cases =
                Samples.cases().stream().map(one -> one.withProfiles(profiles)).toList();
        RunRecord run = Samples.run(cases);
        RunFolder made = RunFolder.create(folder, run.start(), run.environment(), run.settings(), run.cases());

        assertThat(check(Files.readString(made.path().resolve(RunFolder.RECORD))))
                .isEmpty();
        assertThat(RunReader.read(made.path()).cases().get(0).profiles()).contains(profiles);
    }

    @Test
    void acceptsRunThatHasNotEnded(@TempDir Path folder) throws Exception {
        String json = written(folder, Samples.run(Samples.cases()), false);
        assertThat(JsonMapper.shared().readTree(json).get("end").isNull()).isTrue();
        assertThat(check(json)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"schemaVersion\" : 2 | \"schemaVersion\" : 3 | /schemaVersion",
                "\"status\" : \"DONE\" | \"status\" : \"GREAT\" | /cases/0/status",
                "\"start\" : \"2026-05-04T03:02:01Z\" | \"start\" : \"yesterday\" | /start",
                "\"time\" : \"PT1S\" | \"time\" : \"1 s\" | /cases/0/plan/warmup/time",
                "\"unit\" : \"B/op\" | \"unit\" : 3 | /cases/0/secondary/gc.alloc.rate.norm/unit",
                "\"warmup\" : 2 | \"warmup\" : -2 | /cases/0/forks/0/iterations/warmup",
                "\"score\" : [ | \"score\" : [\"none\", | /cases/0/forks/0/iterations/score/0",
                "\"logicalCpus\" : 8, | '' | /environment"
            })
    void rejectsInvalidValues(String from, String to, String place, @TempDir Path folder) throws Exception {
        String right = written(folder, Samples.run(Samples.cases()), true);
        String wrong = right.replaceFirst(Pattern.quote(from), to);
        assertThat(wrong).isNotEqualTo(right);
        assertThat(check(wrong))
                .extracting(e -> e.getInstanceLocation().toString())
                .contains(place);
    }

    @Test
    void namesEveryPartOfEveryRecord() {
        Map<String, Class<? extends Record>> records = Map.ofEntries(
                Map.entry("/", RunRecord.class),
                Map.entry("/$defs/environment/", Environment.class),
                Map.entry("/$defs/setting/", SettingValue.class),
                Map.entry("/$defs/case/", CaseResult.class),
                Map.entry("/$defs/id/", CaseId.class),
                Map.entry("/$defs/plan/", CasePlan.class),
                Map.entry("/$defs/iterationPlan/", IterationPlan.class),
                Map.entry("/$defs/fork/", ForkResult.class),
                Map.entry("/$defs/failure/", Failure.class),
                Map.entry("/$defs/adaptive/", AdaptivePlan.class),
                Map.entry("/$defs/curve/", CurvePlan.class),
                Map.entry("/$defs/stop/", ForkStop.class),
                Map.entry("/$defs/calibration/", Calibration.class),
                Map.entry("/$defs/clock/", ClockCheck.class),
                Map.entry("/$defs/calibrationRound/", CalibrationRound.class),
                Map.entry("/$defs/fixture/", FixtureRun.class),
                Map.entry("/$defs/fixtureSeries/", FixtureSeries.class),
                Map.entry("/$defs/node/", RunNode.class),
                Map.entry("/$defs/library/", Library.class),
                Map.entry("/$defs/profile/", Profile.class),
                Map.entry("/$defs/metric/", Metric.class));
        records.forEach((place, type) -> {
            List<String> parts = Arrays.stream(type.getRecordComponents())
                    .map(RecordComponent::getName)
                    .toList();
            assertThat(TREE.at(place + "properties").propertyNames()).as(place).containsExactlyElementsOf(parts);
            assertThat(TREE.at(place + "required").valueStream().map(JsonNode::asString))
                    .as(place)
                    .containsExactlyElementsOf(
                            parts.stream().filter(part -> !ADDED.contains(part)).toList());
        });
    }

    @Test
    void namesEveryConstant() {
        assertConstants("/$defs/case/properties/status/enum", CaseResult.Status.values());
        assertConstants("/$defs/failure/properties/kind/enum", Failure.Kind.values());
        assertConstants("/$defs/stop/properties/state/enum", ForkStop.State.values());
        assertThat(TREE.at("/properties/schemaVersion/const").asInt()).isEqualTo(RunRecord.SCHEMA_VERSION);
    }

    private static void assertConstants(String place, Enum<?>[] constants) {
        assertThat(TREE.at(place).valueStream().map(JsonNode::asString))
                .containsExactlyElementsOf(
                        Arrays.stream(constants).map(Enum::name).toList());
    }
}
