// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.microbench.text.Redaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.apiguardian.api.API;

/**
 * Records everything that one command measured: the environment, the settings, and the cases with every fork and every iteration.
 *
 * @param schemaVersion version of the layout; {@value #SCHEMA_VERSION} in new records
 * @param id the run's id, which is also the name of its folder
 * @param start when the run began, UTC
 * @param end when the run ended; empty if it is in progress or was killed
 * @param environment where it ran
 * @param settings the specified settings with their sources; secrets are masked, see {@link Redaction}
 * @param cases the planned cases in the order in which they ran
 * @param calibration measurements of the machine itself; empty if the run was killed, or if its version had no calibration
 * @param fixtures the fixtures that forks shared; empty if no case had a fixture, or if the run was killed
 * @param classes the distinct classes that forks loaded, as {@code <digest of the code> <name>}; empty if unknown
 * @param nodes the machines that measured the forks, if there were several; empty for a run on one machine. In a run that was merged from
 *     shards, each shard is a node
 */
@API(status = API.Status.MAINTAINED, since = "0.1")
public record RunRecord(
        int schemaVersion,
        String id,
        Instant start,
        Optional<Instant> end,
        Environment environment,
        List<SettingValue> settings,
        List<CaseResult> cases,
        Optional<Calibration> calibration,
        Optional<List<FixtureRun>> fixtures,

        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<String>> classes,

        // Nodes are omitted in a run on one machine, as in earlier versions.
        @JsonInclude(JsonInclude.Include.NON_ABSENT) Optional<List<RunNode>> nodes) {

    public static final int SCHEMA_VERSION = 2;

    public RunRecord {
        RecordNumbers.from(1, schemaVersion, "schemaVersion");
        settings = settings.stream().map(SettingValue::withoutSecret).toList();
        cases = List.copyOf(cases);
        fixtures = fixtures.map(List::copyOf);
        classes = classes.map(List::copyOf);
        nodes = nodes.map(List::copyOf);
    }

    /** Creates a run on one machine without fixtures. */
    public RunRecord(
            int schemaVersion,
            String id,
            Instant start,
            Optional<Instant> end,
            Environment environment,
            List<SettingValue> settings,
            List<CaseResult> cases,
            Optional<Calibration> calibration) {
        this(
                schemaVersion,
                id,
                start,
                end,
                environment,
                settings,
                cases,
                calibration,
                Optional.empty(),
                Optional.empty(),
                Optional.empty());
    }

    /** Builds a copy of a run. */
    interface Builder {
        Builder schemaVersion(int value);

        Builder id(String value);

        Builder end(Optional<Instant> value);

        Builder cases(List<CaseResult> value);

        Builder calibration(Optional<Calibration> value);

        Builder fixtures(Optional<List<FixtureRun>> value);

        Builder classes(Optional<List<String>> value);

        Builder nodes(Optional<List<RunNode>> value);

        RunRecord build();
    }

    private Builder copy() {
        return RecordBuilder.of(Builder.class, this);
    }

    /** Returns a copy of this run with the current schema version. */
    RunRecord inThisLayout() {
        return copy().schemaVersion(SCHEMA_VERSION).build();
    }

    RunRecord named(String name) {
        return copy().id(name).build();
    }

    /** Returns a copy of this run with other cases. */
    public RunRecord withCases(List<CaseResult> others) {
        return copy().cases(others).build();
    }

    RunRecord withClasses(Optional<List<String>> lines) {
        return copy().classes(lines).build();
    }

    /**
     * Returns the code that a case of this run ran: digests of all classes that any of its forks loaded, by name, and of everything else on
     * the class path; empty if unknown.
     */
    public Map<String, String> code(CaseResult result) {
        return code(result.forks());
    }

    Map<String, String> code(List<ForkResult> forks) {
        Map<String, String> digests = new TreeMap<>();
        for (ForkResult fork : forks) {
            fork.classes().ifPresent(ranges -> ClassDictionary.resolve(classes.orElse(List.of()), ranges, digests));
        }
        return digests;
    }

    /** Returns a copy of this run with the given calibration. */
    public RunRecord withCalibration(Calibration measured) {
        return copy().calibration(Optional.of(measured)).build();
    }

    RunRecord ended(Instant when) {
        return copy().end(Optional.of(when)).build();
    }

    RunRecord with(FixtureRun fixture) {
        List<FixtureRun> all = new ArrayList<>(fixtures.orElse(List.of()));
        all.add(fixture);
        return copy().fixtures(Optional.of(all)).build();
    }

    /** Returns a copy of this run with an additional node, or with a new description of a known node. */
    public RunRecord with(RunNode node) {
        List<RunNode> all = new ArrayList<>(nodes.orElse(List.of()));
        int known = all.stream().map(RunNode::name).toList().indexOf(node.name());
        if (known < 0) {
            all.add(node);
        } else {
            all.set(known, node);
        }
        return copy().nodes(Optional.of(all)).build();
    }

    /** Returns the node that measured a fork; empty for a fork of a run on one machine. */
    public Optional<RunNode> node(ForkResult fork) {
        return nodes.orElse(List.of()).stream()
                .filter(node -> fork.node().filter(node.name()::equals).isPresent())
                .findFirst();
    }

    /** Returns the calibration for a fork: that of its node, or that of the run. */
    public Optional<Calibration> calibration(ForkResult fork) {
        return node(fork).map(RunNode::calibration).orElse(calibration);
    }

    /** Returns the environment for a fork: that of its node, or that of the run. */
    public Environment environment(ForkResult fork) {
        return node(fork).map(RunNode::environment).orElse(environment);
    }
}
