/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The options of the JVMs that snippets are measured in, compared or watched. */
final class SnippetJvms {

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            converter = Converters.Time.class,
            description = "How much longer than its sample a call may take. Default: 1m.")
    Optional<Duration> timeout = Optional.empty();

    @Option(names = "--jvm-arg", paramLabel = "ARG", description = "An argument of the measured JVMs.")
    List<String> arguments = new ArrayList<>();

    @Option(names = "--enable-preview", description = "Allows preview features of the language.")
    boolean preview;
}
