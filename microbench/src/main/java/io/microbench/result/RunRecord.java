/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.result;

import io.microbench.text.Redaction;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apiguardian.api.API;

/**
 * Records everything one command measured: where, with which settings, which cases, every fork and every iteration.
 *
 * @param schemaVersion version of the layout, {@value #SCHEMA_VERSION} for what this version writes
 * @param id the run's name, also that of its folder
 * @param start when the run began, UTC
 * @param end when it ended; empty for a run that is still going or was killed
 * @param environment where it ran
 * @param settings every setting that was given, with where it came from; secrets are cut, see {@link Redaction}
 * @param cases the planned cases in the order in which they ran
 * @param calibration what was measured of the machine itself; empty in a run that was killed, and in those of versions
 *     that did not
 * @param fixtures resources that forks shared; empty where no case had one, and in a run that was killed
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
        Optional<List<FixtureRun>> fixtures) {

    /** The version that is written. */
    public static final int SCHEMA_VERSION = 2;

    public RunRecord {
        settings = settings.stream().map(SettingValue::withoutSecret).toList();
        cases = List.copyOf(cases);
        fixtures = fixtures.map(List::copyOf);
    }

    /** Records a run whose forks shared nothing. */
    public RunRecord(
            int schemaVersion,
            String id,
            Instant start,
            Optional<Instant> end,
            Environment environment,
            List<SettingValue> settings,
            List<CaseResult> cases,
            Optional<Calibration> calibration) {
        this(schemaVersion, id, start, end, environment, settings, cases, calibration, Optional.empty());
    }

    /** Returns a run that was read in whatever layout as one that is written in that of this version. */
    RunRecord inThisLayout() {
        return new RunRecord(SCHEMA_VERSION, id, start, end, environment, settings, cases, calibration, fixtures);
    }

    /** Returns the same run with other cases. */
    RunRecord withCases(List<CaseResult> others) {
        return new RunRecord(schemaVersion, id, start, end, environment, settings, others, calibration, fixtures);
    }

    /** Returns the same run with the given calibration. */
    public RunRecord withCalibration(Calibration measured) {
        return new RunRecord(
                schemaVersion, id, start, end, environment, settings, cases, Optional.of(measured), fixtures);
    }

    /** Returns the same run as ended. */
    RunRecord ended(Instant when) {
        return new RunRecord(
                schemaVersion, id, start, Optional.of(when), environment, settings, cases, calibration, fixtures);
    }

    /** Returns the same run with one more fixture. */
    RunRecord with(FixtureRun fixture) {
        List<FixtureRun> all = new ArrayList<>(fixtures.orElse(List.of()));
        all.add(fixture);
        return new RunRecord(
                schemaVersion, id, start, end, environment, settings, cases, calibration, Optional.of(all));
    }
}
