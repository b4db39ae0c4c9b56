// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Stack;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** Adds the next word to a list, also where it looks like an option of the command: {@code --jvm-arg -Dname=value}. */
final class AnyWord implements IParameterPreprocessor {

    @Override
    public boolean preprocess(
            @SuppressWarnings("JdkObsolete") Stack<String> words,
            CommandSpec command,
            ArgSpec option,
            Map<String, Object> info) {
        if (words.isEmpty()) {
            return false;
        }
        List<String> all = new ArrayList<>(option.<List<String>>getValue());
        all.add(words.pop());
        option.setValue(all);
        return true;
    }
}
