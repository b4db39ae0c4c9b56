/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.cli;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Lets {@code --monitor} stand alone, and takes a file behind an equals sign only: what follows may be a pattern of cases. */
final class MonitorTarget implements IParameterPreprocessor {

    /** Stands for standard error. */
    static final String CONSOLE = "console";

    @Override
    public boolean preprocess(
            @SuppressWarnings("JdkObsolete") Stack<String> words,
            CommandSpec command,
            ArgSpec option,
            Map<String, Object> info) {
        if (!"=".equals(info.get("separator"))) {
            words.push(CONSOLE);
        }
        return false;
    }
}
