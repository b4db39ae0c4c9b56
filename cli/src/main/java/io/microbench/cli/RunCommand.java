// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.NamedProfilers.ProfileOptions;
import io.microbench.compare.Build;
import io.microbench.junit.SuiteMain;
import io.microbench.remote.SuiteProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "run",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Runs benchmarks with the engine, settings, judgement and reports that they have as tests under Maven.",
            "",
            "They run in a JVM of their own, and each fork in another. A jar or folder of plain JMH benchmarks will do."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  microbench run target/benchmarks.jar '*Allocator*:size=1024'",
            "  microbench run target/test-classes -cp 'lib/*' --forks 5 --baseline main",
            "  microbench run target/benchmarks.jar --nodes a,b,c",
            "  microbench run target/benchmarks.jar --profile jfr '*Allocator*:size=1024'",
            "  microbench run target/benchmarks.jar --variant c1=-XX:TieredStopAtLevel=1"
        })
final class RunCommand implements Callable<Integer> {

    @Mixin
    private SuiteOptions suite = new SuiteOptions(Set.of(SettingOptions.CASES));

    @Mixin
    private ProfileOptions profile = new ProfileOptions();

    private final Console console;

    RunCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws InterruptedException {
        Map<String, String> settings = suite.settings();
        boolean nodes = settings.containsKey(SettingOptions.NODES);
        settings.putAll(profile.settings(suite.libraries(), nodes, console.err()::println));
        return run(suite, profile, settings, nodes ? NodesOption.classPath() : List.of(), console);
    }

    /** Runs a suite; its class path has {@code more} behind its own entries. */
    static int run(
            SuiteOptions suite,
            ProfileOptions profilers,
            Map<String, String> settings,
            List<String> more,
            Console console)
            throws InterruptedException {
        Path here = Path.of("").toAbsolutePath();
        Build build =
                suite.build(here, profilers, settings, console.err()::println).with(more);
        try (SuiteProcess process =
                SuiteProcess.start(SuiteMain.class, build.classPath(), build.directory(), settings)) {
            return process.await();
        }
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            sortOptions = false,
            description =
                    "Prints the cases that run would run, how each is measured, and the time it all takes; runs nothing.")
    static final class ListCommand implements Callable<Integer> {

        @Mixin
        private SuiteOptions suite = new SuiteOptions(Set.of(SettingOptions.CASES, SettingOptions.NODES));

        @Option(names = "--all", description = "A line for each case, even where they are more than a screen holds.")
        private boolean all;

        private final Console console;

        ListCommand(Console console) {
            this.console = console;
        }

        @Override
        public Integer call() throws InterruptedException {
            Map<String, String> settings = suite.settings();
            settings.put("microbench.list", all ? "cases" : "true");
            return RunCommand.run(suite, new ProfileOptions(), settings, List.of(), console);
        }
    }
}
