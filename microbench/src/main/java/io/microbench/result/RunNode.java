// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.result;

import io.microbench.text.Redaction;
import java.util.Optional;

/**
 * Records one of several machines, or one of several JVMs on a machine, that measured the forks of a run.
 *
 * @param name its unique name in the run, such as {@code b} or {@code shard 2/5}
 * @param environment where it ran
 * @param calibration measurements of the machine itself; empty if missing
 * @param lost why it was lost, in one line; empty if it was available until the end
 */
public record RunNode(String name, Environment environment, Optional<Calibration> calibration, Optional<String> lost) {

    public RunNode {
        lost = lost.map(Redaction::text);
    }

    /** Creates an available node without a calibration. */
    public RunNode(String name, Environment environment) {
        this(name, environment, Optional.empty(), Optional.empty());
    }

    /** Returns a copy of this node with the given calibration. */
    public RunNode withCalibration(Calibration measured) {
        return new RunNode(name, environment, Optional.of(measured), lost);
    }

    public RunNode lost(String what) {
        return new RunNode(name, environment, calibration, Optional.of(what));
    }
}
