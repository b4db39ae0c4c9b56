// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.PlainOptions.PlainCommand;
import io.microbench.cluster.Cluster;
import io.microbench.compare.Build;
import io.microbench.forks.HarnessPath;
import io.microbench.junit.SuiteMain;
import io.microbench.remote.HostProcess;
import io.microbench.remote.SuiteProcess;
import io.microbench.settings.SettingSource;
import io.microbench.text.Words;
import java.io.File;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jgroups.JChannel;
import picocli.CommandLine.Model.CommandSpec;

/** Runs the benchmarks of a suite. */
final class RunCommand implements Callable<Integer>, PlainCommand {

    private static final String LIST = "microbench.list";

    /** One class of each library of the command. */
    private static final List<String> LIBRARIES = List.of(
            "picocli.CommandLine",
            "org.h2.Driver",
            "org.jgroups.JChannel",
            "org.jgroups.protocols.raft.RAFT",
            "org.postgresql.Driver",
            "io.microbench.store.Durability");

    private SuiteOptions suite = new SuiteOptions(Set.of(SettingOptions.CASES));

    private ProfileOptions profile = new ProfileOptions();

    /** The system property with the suite that the launcher has put on the class path; empty for none. */
    static final String SUITE = "microbench-cli.suite";

    private final Console console;

    RunCommand(Console console) {
        this.console = console;
    }

    @Override
    public CommandSpec described() {
        CommandSpec command = CommandSpec.wrapWithoutInspection(this).name("run");
        command.usageMessage()
                .sortOptions(false)
                .description(
                        "Runs benchmarks with the same engine, settings, verdicts and reports as tests under Maven.",
                        "",
                        "Each fork runs in a separate JVM. Plain JMH benchmarks, in a jar or a folder, can be run as"
                                + " they are.")
                .footerHeading("%nExamples:%n")
                .footer(
                        "  microbench run target/benchmarks.jar '*Allocator*:size=1024'",
                        "  microbench run target/test-classes -cp 'lib/*' --forks 5 --baseline main",
                        "  microbench run target/benchmarks.jar --nodes a,b,c",
                        "  microbench run target/benchmarks.jar --profile jfr '*Allocator*:size=1024'",
                        "  microbench run target/benchmarks.jar --variant c1=-XX:TieredStopAtLevel=1");
        return command;
    }

    @Override
    public CommandSpec addTo(CommandSpec command) {
        suite.addTo(command);
        return profile.addTo(command);
    }

    @Override
    public Integer call() throws InterruptedException {
        Map<String, String> settings = suite.settings();
        boolean nodes = settings.containsKey(SettingOptions.NODES);
        settings.putAll(profile.settings(suite.libraries, nodes, console.err()::println));
        return run(suite, profile, settings, nodes ? forNodes() : List.of(), console);
    }

    /** Returns the entries that the class path of a suite needs to reach nodes. */
    private static List<String> forNodes() {
        return Stream.of(Cluster.class, JChannel.class)
                .flatMap(type -> HarnessPath.location(type.getName()).stream())
                .toList();
    }

    /** Runs a suite; {@code more} is appended to its class path. */
    static int run(
            SuiteOptions suite,
            ProfileOptions profilers,
            Map<String, String> settings,
            List<String> more,
            Console console)
            throws InterruptedException {
        Path here = Path.of("").toAbsolutePath();
        suite.refuseSnippet(settings.containsKey(LIST) ? "list" : "run");
        Build given = suite.build(here, profilers, settings, console.err()::println);
        settings.put(SettingSource.COMMAND, suite.command(given.classPath()));
        Build build = given.with(more);
        if (isHost(build, settings)) {
            HostProcess.becomeHost(build.classPath(), settings);
            return SuiteMain.inThisJvm();
        }
        try (SuiteProcess process =
                SuiteProcess.start(SuiteMain.class, build.classPath(), build.directory(), settings)) {
            return process.await();
        }
    }

    /**
     * Returns whether this JVM can run the suite itself: the launcher has put it on the class path, and no library on
     * it conflicts.
     */
    private static boolean isHost(Build build, Map<String, String> settings) {
        String given = System.getProperty(SUITE, "");
        return !given.isEmpty()
                && build.classPath()
                        .equals(List.of(
                                build.directory().resolve(given).normalize().toString()))
                && HarnessPath.isSameBehindHarness(build.classPath(), LIBRARIES)
                && HostProcess.needsNoArguments(build.classPath(), build.directory(), settings);
    }

    /** Lists what {@code run} would measure. */
    static final class ListCommand implements Callable<Integer>, PlainCommand {

        private SuiteOptions suite = new SuiteOptions(Set.of(SettingOptions.CASES, SettingOptions.NODES));

        private boolean all;

        private final Console console;

        ListCommand(Console console) {
            this.console = console;
        }

        @Override
        public CommandSpec described() {
            CommandSpec command = CommandSpec.wrapWithoutInspection(this).name("list");
            command.usageMessage()
                    .sortOptions(false)
                    .description("Prints the cases that run would measure, how each is measured, and the total time;"
                            + " runs nothing.");
            return command;
        }

        @Override
        public CommandSpec addTo(CommandSpec command) {
            suite.addTo(command);
            new PlainOptions(command)
                    .flag(
                            "--all",
                            "Prints a line for each case, even if they do not fit on a screen.",
                            given -> all = given);
            return command;
        }

        @Override
        public Integer call() throws InterruptedException {
            Map<String, String> settings = suite.settings();
            settings.put(LIST, all ? "cases" : "true");
            return RunCommand.run(suite, new ProfileOptions(), settings, List.of(), console);
        }
    }

    /** The options of every command on a suite: where the benchmarks are, which of them to measure, and how. */
    static final class SuiteOptions extends SettingOptions {

        /** The value of {@code --monitor} that selects standard error. */
        static final String MONITOR_CONSOLE = "console";

        /** Settings that {@code run} accepts only as {@code -D} properties. */
        static final Set<String> OF_COMPARISONS =
                Set.of("microbench.forkRange", "microbench.confidence", "microbench.tolerance", SettingOptions.FORCE);

        private String benchmarks = "";

        private List<String> globs = List.of();

        private Map<String, String> parameters = new LinkedHashMap<>();

        private final VariantOptions variants = new VariantOptions();

        private Optional<String> monitor = Optional.empty();

        /** Creates the options, except for settings that have a different option, or no option, in this command. */
        SuiteOptions(Set<String> without) {
            super(setting -> !without.contains(setting) && !OF_COMPARISONS.contains(setting), Map.of());
        }

        @Override
        public CommandSpec addTo(CommandSpec command) {
            libraries.addTo(command);
            PlainOptions options = new PlainOptions(command);
            options.parameter(
                    "0",
                    "JAR|DIR|CLASSPATH",
                    "The benchmarks: an executable benchmark jar, a folder of classes, or a class path.",
                    given -> benchmarks = given);
            options.parameters(
                    "1..*",
                    "GLOB",
                    "Which cases, as in -Dmicrobench.cases: '*Allocator*:size=1024', and '!*:kind=heap'"
                            + " to exclude cases. Default: all.",
                    given -> globs = given);
            options.map(
                    "--param=NAME=V[,V...]",
                    "Values of a @Param field; may be given several times.",
                    given -> parameters = given);
            variants.addTo(command);
            options.optional(
                    "--monitor=FILE",
                    String.class,
                    MONITOR_CONSOLE,
                    "Shows once a second what the measured JVM is doing, on standard error or at the end of a file"
                            + " (.csv: as CSV).",
                    given -> monitor = given);
            return addSettings(command);
        }

        void refuseSnippet(String command) {
            refuseSnippets(command, List.of(benchmarks));
        }

        /** Returns the command that runs a class path, without cases and settings. */
        String command(List<String> classPath) {
            return "microbench run "
                    + Words.quoted(classPath.size() == 1 ? benchmarks : String.join(File.pathSeparator, classPath));
        }

        /** Returns the given class path, and adds the libraries to the settings for the run record. */
        Build build(Path here, ProfileOptions profilers, Map<String, String> settings, Consumer<String> note) {
            return Build.ofClassPath(benchmarks, here).with(libraries.forSuite(here, profilers, settings, note));
        }

        /** Returns the settings under their Maven names; an option overrides a property. */
        Map<String, String> settings() {
            Map<String, String> settings = properties();
            parameters.forEach((name, v) -> settings.put("microbench.param." + name, v));
            settings.putAll(variants.settings());
            monitor.ifPresent(v -> settings.put("microbench.monitor", v));
            globs.forEach(glob -> filter("GLOB \"" + glob + "\"", glob));
            if (!globs.isEmpty()) {
                settings.put("microbench.cases", String.join(";", globs));
            }
            return settings;
        }
    }
}
