// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.text.WholeFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "completion",
        mixinStandardHelpOptions = true,
        description = {
            "Prints a script that completes commands and options in bash and zsh: source <(microbench completion).",
            "",
            "The same script lies in completion/microbench_completion beside the command's bin folder."
        })
final class CompletionCommand implements Callable<Integer> {

    private final Console console;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Option(names = "--output", paramLabel = "FILE", description = "Where it goes. Default: standard output.")
    private Optional<Path> output = Optional.empty();

    CompletionCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() {
        String script = AutoComplete.bash(spec.root().name(), spec.root().commandLine());
        if (output.isEmpty()) {
            console.out().print(script);
            return ExitCode.FINE;
        }
        Path file = output.get().toAbsolutePath();
        try {
            if (file.getParent() != null) {
                Files.createDirectories(file.getParent());
            }
            WholeFile.write(file, script);
            return ExitCode.FINE;
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + file + " (" + e + ")", e);
        }
    }
}
