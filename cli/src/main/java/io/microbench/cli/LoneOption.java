// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Allows an option without a value, which then has its fallback value, and reads a value behind an equals sign only: what follows may
 * be something else.
 */
final class LoneOption implements IParameterPreprocessor {

    @Override
    public boolean preprocess(
            @SuppressWarnings("JdkObsolete") Stack<String> words,
            CommandSpec command,
            ArgSpec option,
            Map<String, Object> info) {
        if (!"=".equals(info.get("separator"))) {
            words.push(((OptionSpec) option).fallbackValue());
        }
        return false;
    }
}
