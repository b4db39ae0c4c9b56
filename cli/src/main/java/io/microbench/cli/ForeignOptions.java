// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;

/** Options of JMH, hyperfine and other tools, with the options that replace them here. */
final class ForeignOptions {

    private static final String RESULT = "microbench report RUN --format ";

    /** Each line is a foreign option and its replacements. The first replacement that a command supports is suggested. */
    private static final Map<String, String[]> REPLACEMENTS = """
            -l|microbench list JAR
            --list|microbench list JAR
            -t|-c N
            -f|--forks N
            -p|--param NAME=VALUE,VALUE
            -prof|--profile NAME
            -wi|--warmup N|--warmup-iterations N
            -i|--samples N|--measure-iterations N
            -r|--sample-duration TIME|--measurement-time TIME
            -bm|-D microbench.mode=MODE
            -tu|--unit UNIT|-D microbench.timeUnit=UNIT
            -rf|--format FORMAT|%1$sjmh-json
            -rff|--output FILE|%1$sjmh-json --output FILE
            -o|--output FILE
            -jvmArgs|--jvm-arg ARG|--variant NAME='ARGS'
            -jvmArgsAppend|--jvm-arg ARG|--variant NAME='ARGS'
            -jvmArgsPrepend|--jvm-arg ARG|--variant NAME='ARGS'
            --runs|--samples N|--forks N
            --iterations|--samples N|--measure-iterations N
            --min-runs|--precision SHARE
            --max-runs|--budget TIME
            --setup|--init CODE
            --prepare|--before CODE
            --conclude|--after CODE
            --cleanup|--done CODE
            --parameter-list|--param NAME=VALUE,VALUE
            --parameter-scan|--param NAME=FIRST..LAST+STEP
            --command-name|--label TEXT
            --time-unit|--unit UNIT
            --show-output|--verbose
            --json|--format json|%1$sjmh-json
            --csv|--format csv|%1$scsv
            --html|--format html|%1$shtml
            --markdown|--format markdown|%1$smarkdown
            --export-json|--format json --output FILE|%1$sjmh-json --output FILE
            --export-csv|--format csv --output FILE|%1$scsv --output FILE
            --export-markdown|--format markdown --output FILE|%1$smarkdown --output FILE
            """.formatted(RESULT)
            .lines()
            .map(line -> line.split("\\|", -1))
            .collect(Collectors.toMap(words -> words[0], Function.identity()));

    private ForeignOptions() {}

    /**
     * Returns the replacement for a foreign option in a command; empty if the option is unknown, or the command has no
     * equivalent.
     */
    static Optional<String> replacement(String word, CommandSpec command) {
        String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
        return Stream.of(REPLACEMENTS.getOrDefault(name, new String[1]))
                .skip(1)
                .filter(text -> text.startsWith("microbench ")
                        || command.optionsMap().containsKey(text.substring(0, text.indexOf(' '))))
                .map(text -> text.replace("-D microbench", "-Dmicrobench"))
                .findFirst();
    }
}
