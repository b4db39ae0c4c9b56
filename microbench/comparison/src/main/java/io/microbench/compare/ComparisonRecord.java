// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.compare;

import io.microbench.judge.RunComparison;
import io.microbench.run.ForkLoop;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Records how a comparison was made and its result; the forks themselves are in the two runs beside it.
 *
 * @param schemaVersion version of the layout, {@value #SCHEMA_VERSION} for what this version writes
 * @param id the comparison's name, also that of its folder
 * @param start when it began, UTC
 * @param end when it ended; empty for one that is still going or was killed
 * @param baselineBuild what the baseline ran from
 * @param candidateBuild what the candidate ran from
 * @param limits how sure it had to be and what it could cost
 * @param seed decided the order of cases and sides
 * @param ended why no more forks were run: {@code DECIDED}, {@code FORKS}, {@code BUDGET}, {@code STOPPED}; empty
 *     before
 * @param comparison the verdicts; empty before the end
 * @param command the line for a POSIX shell that compares again; empty where it is not known
 * @param sideBySide on which processors the two forks of a pair ran at the same time; empty where they ran alternately
 */
record ComparisonRecord(
        int schemaVersion,
        String id,
        Instant start,
        Optional<Instant> end,
        Origin baselineBuild,
        Origin candidateBuild,
        Limits limits,
        long seed,
        Optional<ForkLoop.End> ended,
        Optional<RunComparison> comparison,
        Optional<String> command,
        Optional<ProcessorHalves> sideBySide) {

    /** The version that is written. */
    static final int SCHEMA_VERSION = 2;

    /** Where a side's classes came from. */
    record Origin(String name, List<String> classPath, String directory) {

        static Origin of(Build build) {
            return new Origin(build.name(), build.classPath(), build.directory().toString());
        }
    }

    ComparisonRecord ended(Instant when, ForkLoop.End why, RunComparison result) {
        return new ComparisonRecord(
                schemaVersion,
                id,
                start,
                Optional.of(when),
                baselineBuild,
                candidateBuild,
                limits,
                seed,
                Optional.of(why),
                Optional.of(result),
                command,
                sideBySide);
    }

    ComparisonRecord withCommand(String line) {
        return new ComparisonRecord(
                schemaVersion,
                id,
                start,
                end,
                baselineBuild,
                candidateBuild,
                limits,
                seed,
                ended,
                comparison,
                Optional.of(line),
                sideBySide);
    }
}
