/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the lines of the monitor go, if anywhere. */
final class MonitorOption {

    @Option(
            names = "--monitor",
            arity = "0..1",
            paramLabel = "FILE",
            preprocessor = MonitorTarget.class,
            description =
                    "Shows once a second what the measured JVM is doing, on standard error or at the end of a file"
                            + " (.csv: as CSV).")
    Optional<String> target = Optional.empty();
}
