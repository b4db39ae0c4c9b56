// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/**
 * Allows an option without a value, and reads a value behind an equals sign only: what follows may be something else.
 */
abstract class LoneOption implements IParameterPreprocessor {

    private final String alone;

    /**
     * Makes the preprocessor of an option.
     *
     * @param alone its value when it stands alone
     */
    LoneOption(String alone) {
        this.alone = alone;
    }

    @Override
    public boolean preprocess(
            @SuppressWarnings("JdkObsolete") Stack<String> words,
            CommandSpec command,
            ArgSpec option,
            Map<String, Object> info) {
        if (!"=".equals(info.get("separator"))) {
            words.push(alone);
        }
        return false;
    }
}
