// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import io.microbench.forks.ForkLinkFilter;
import io.microbench.forks.HarnessPath;
import io.microbench.plan.ForkArguments;
import io.microbench.plan.GeneratedCode;
import io.microbench.plan.Plan;
import io.microbench.plan.PlannedCase;
import io.microbench.process.CheckJvm;
import io.microbench.result.CasePlan;
import io.microbench.settings.InstalledJdks.JdkRelease;
import io.microbench.settings.ThreadKind;
import io.microbench.text.Counted;
import io.microbench.text.PreflightException;
import io.microbench.text.Redaction;
import io.microbench.text.Words;
import java.io.File;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Checks the environment before the first fork: obstacles stop the run, disturbances cause warnings. */
public final class Preflight {

    private static final String FORK_MAIN = "org.openjdk.jmh.runner.ForkedMain";
    private static final List<String> AGENTS =
            List.of("-javaagent:", "-agentlib:", "-agentpath:", "-Xrunjdwp", "-Xdebug");

    /** Variables from which every JVM, including forks, takes further arguments. */
    public static final List<String> JVM_VARIABLES = List.of("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS");

    private static final String QUICK_START = "-XX:TieredStopAtLevel=1";

    private final List<PlannedCase> cases;
    private final Host host;

    /**
     * Properties of the host that are checked.
     *
     * @param classPath the class path and the module path, with the system's separator
     * @param unguarded the reason why its link to forks cannot be guarded; empty if it can
     */
    record Host(
            String classPath,
            List<String> arguments,
            Map<String, String> environment,
            int processors,
            boolean assertions,
            GeneratedCode generated,
            Optional<String> unguarded) {

        static Host current() {
            return new Host(
                    System.getProperty("java.class.path", "")
                            + File.pathSeparator
                            + System.getProperty("jdk.module.path", ""),
                    given(
                            ManagementFactory.getRuntimeMXBean().getInputArguments(),
                            Boolean.getBoolean(ForkArguments.OWN_HOST)),
                    System.getenv(),
                    Runtime.getRuntime().availableProcessors(),
                    Preflight.class.desiredAssertionStatus(),
                    GeneratedCode.ofJmh(),
                    ForkLinkFilter.problem());
        }

        /**
         * Returns the arguments without the one added by the command and the harness's own hosts, which the user cannot
         * remove.
         */
        static List<String> given(List<String> arguments, boolean ownHost) {
            return arguments.stream()
                    .filter(argument -> !ownHost || !argument.equals(QUICK_START))
                    .toList();
        }
    }

    Preflight(List<PlannedCase> cases, Host host) {
        this.cases = cases;
        this.host = host;
    }

    public static Preflight of(Plan plan) {
        // A disabled case has no requirements.
        return new Preflight(
                plan.cases().stream().filter(c -> c.switchedOff().isEmpty()).toList(), Host.current());
    }

    /** Throws an exception that says what to do next if the run cannot produce results. */
    public void check() {
        cases.stream().flatMap(c -> c.variant().stream()).distinct().forEach(variant -> CheckJvm.require(variant));
        if (cases.stream().anyMatch(c -> !c.plan().inProcess())) {
            requireForkable();
        }
        closedModule()
                .or(() -> host.generated().problem(cases))
                .or(() -> virtualThreads(cases, Runtime.version().feature()))
                .ifPresent(problem -> {
                    throw new PreflightException(problem);
                });
    }

    /** Forks get the argument from their plan; this JVM was started without it. */
    private Optional<String> closedModule() {
        return cases.stream()
                .filter(c -> c.plan().inProcess())
                .flatMap(c -> ForkArguments.missingOpening(c.benchmarkClass()).stream())
                .findFirst()
                .map(
                        argument ->
                                "forks=0: JMH cannot use the code that it generated in a named module of this JVM. Add "
                                        + argument
                                        + " to the arguments of this JVM (Surefire's argLine), or measure with 1 fork or more.");
    }

    /** Returns why a case cannot run on the virtual threads that it requests; empty if all can. */
    static Optional<String> virtualThreads(List<PlannedCase> cases, int hostFeature) {
        return cases.stream()
                .filter(planned -> ThreadKind.VIRTUAL.isAskedFor(planned.plan().jvmArgs()))
                .flatMap(planned -> virtualThreads(planned.plan(), hostFeature).stream())
                .findFirst();
    }

    private static Optional<String> virtualThreads(CasePlan plan, int hostFeature) {
        if (plan.inProcess()) {
            return Optional.of(
                    "microbench.threadKind=virtual has no effect with forks=0, which runs benchmarks on the threads of"
                            + " this JVM: measure with 1 fork or more.");
        }
        // The version is unknown if the JVM is a command on the PATH, or if its JDK has an unusual layout. Then the
        // fork fails if
        // the JDK is too old.
        Optional<Integer> feature = plan.jvm().isEmpty()
                ? Optional.of(hostFeature)
                : JdkRelease.of(Path.of(plan.jvm().get())).map(JdkRelease::feature);
        if (feature.isEmpty() || feature.get() >= ThreadKind.FIRST_WITH_VIRTUAL) {
            return Optional.empty();
        }
        return Optional.of("Virtual threads (microbench.threadKind=virtual) need JDK " + ThreadKind.FIRST_WITH_VIRTUAL
                + " or newer, and the forks would run on JDK " + feature.get()
                + ". Name a newer one with -Dmicrobench.jvms, or measure on platform threads.");
    }

    /** Checks that JMH is on the host's {@code java.class.path}, which forks get; otherwise no fork can start. */
    private void requireForkable() {
        String classPath = host.classPath();
        List<String> entries = Arrays.stream(classPath.split(Pattern.quote(File.pathSeparator)))
                .filter(entry -> !entry.isBlank())
                .toList();
        if (!HarnessPath.holds(entries, HarnessPath.file(FORK_MAIN))
                && entries.stream().map(Path::of).noneMatch(Preflight::mayReferToJmh)) {
            throw new PreflightException(
                    "JMH's forks would not find " + FORK_MAIN + ": this JVM was started with a class path"
                            + " that does not contain JMH (java.class.path = " + Words.shortened(classPath, 200)
                            + "). Under Surefire that is"
                            + " forkCount=0: set <forkCount>1</forkCount>, or measure in this JVM with -Dforks=0.");
        }
    }

    private static boolean mayReferToJmh(Path entry) {
        return Files.isDirectory(entry) ? isJmhModule(entry) : Files.isRegularFile(entry) && hasClassPath(entry);
    }

    private static boolean hasClassPath(Path file) {
        try (JarFile jar = new JarFile(file.toFile())) {
            return jar.getManifest() != null
                    && jar.getManifest().getMainAttributes().getValue("Class-Path") != null;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isJmhModule(Path folder) {
        try (var files = Files.list(folder)) {
            return files.anyMatch(f -> f.getFileName().toString().startsWith("jmh-core"));
        } catch (IOException e) {
            return false;
        }
    }

    public List<String> warnings() {
        Set<String> warnings = new LinkedHashSet<>();
        if (cases.stream().anyMatch(c -> c.plan().inProcess())) {
            warnings.add("forks=0: the benchmarks run inside this JVM, after other code that affects them. Use this"
                    + " only for a debugger; the numbers cannot be compared with others.");
            warnings.addAll(SurroundingsProbe.ofArguments(host.arguments()));
            if (host.assertions()) {
                warnings.add(
                        "Assertions are enabled in this JVM and are measured with the benchmarks: run with at least"
                                + " 1 fork, or set <enableAssertions>false</enableAssertions> for Surefire.");
            }
        } else {
            warnAboutAgents(warnings);
            warnAboutVariables(warnings);
        }
        for (PlannedCase planned : cases) {
            SurroundingsProbe.ofArguments(planned.plan().jvmArgs())
                    .forEach(warning -> warnings.add("JVM arguments of forks: " + warning));
        }
        warnAboutThreads(warnings);
        if (cases.stream().anyMatch(c -> !c.plan().inProcess())) {
            host.unguarded().ifPresent(warnings::add);
        }
        return List.copyOf(warnings);
    }

    private void warnAboutAgents(Set<String> warnings) {
        String agents = host.arguments().stream()
                .filter(argument -> AGENTS.stream().anyMatch(argument::startsWith))
                .map(Redaction::argument)
                .collect(Collectors.joining(" "));
        if (!agents.isEmpty()) {
            warnings.add("An agent is attached to this JVM (" + agents
                    + "). Forks start without it, but it takes time from"
                    + " them on the same machine: measure without coverage and debugger (-Djacoco.skip).");
        }
    }

    private void warnAboutVariables(Set<String> warnings) {
        for (String name : JVM_VARIABLES) {
            String value = host.environment().getOrDefault(name, "");
            if (!value.isBlank()) {
                warnings.add("The environment variable " + name + " (" + Redaction.text(value)
                        + ") reaches the forks in addition to the arguments in the record: unset it before measuring.");
            }
        }
    }

    private void warnAboutThreads(Set<String> warnings) {
        int most = cases.stream().mapToInt(c -> c.plan().threads()).max().orElse(1);
        int processors = host.processors();
        if (most > processors) {
            long affected =
                    cases.stream().filter(c -> c.plan().threads() > processors).count();
            warnings.add(Counted.of(affected, "case has", "cases have") + " more threads (up to " + most
                    + ") than this machine has processors (" + processors
                    + "): they also measure the scheduling of threads, and JMH's iterations last longer than planned,"
                    + " until each thread has run. -Dmicrobench.threads=" + processors + " avoids it.");
        }
    }
}
