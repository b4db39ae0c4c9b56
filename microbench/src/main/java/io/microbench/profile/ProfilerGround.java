// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import io.microbench.plan.ProfilerChoice;
import io.microbench.settings.ConfigurationException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;

/**
 * Determines what profilers lack on this machine, and how to get it.
 *
 * @param os the operating system, as the JVM names it
 * @param perf whether the program perf is available
 * @param paranoid the kernel's restriction of perf; empty if unknown
 * @param disassembler whether the JVM has hsdis
 * @param refusal returns why JMH rejects a profiler; empty if it accepts it
 */
public record ProfilerGround(
        String os,
        boolean perf,
        Optional<String> paranoid,
        boolean disassembler,
        Function<ProfilerRequest, Optional<String>> refusal) {

    private static final String LINUX = "Linux";
    private static final Path PARANOID = Path.of("/proc/sys/kernel/perf_event_paranoid");

    /** An option in JMH's help text. */
    private static final Pattern OPTION = Pattern.compile("(?<=\\s)(\\w+)=<");

    private static final Pattern ARGUMENT = Pattern.compile("[a-z0-9]+(=[^,\\s]+)?");

    /** Arguments of async-profiler that set when it runs and where its output goes. */
    private static final Pattern OURS = Pattern.compile(
            "(file|log|start|stop|dump|resume|check|status|meminfo|list|version|jfr|tree|flamegraph|collapsed|traces|flat|loop|timeout)(=.*)?");

    /** Returns the properties of this machine. */
    public static ProfilerGround here() {
        return new ProfilerGround(
                System.getProperty("os.name", ""),
                isOnPath("perf"),
                read(PARANOID),
                hasDisassembler(),
                ProfilerGround::ask);
    }

    private static boolean isOnPath(String program) {
        return Stream.of(Optional.ofNullable(System.getenv("PATH")).orElse("").split(File.pathSeparator))
                .filter(folder -> !folder.isEmpty())
                .anyMatch(folder -> new File(folder, program).canExecute());
    }

    private static Optional<String> read(Path file) {
        try {
            return Files.isReadable(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    private static boolean hasDisassembler() {
        Path home = Path.of(System.getProperty("java.home"));
        String library =
                System.mapLibraryName("hsdis-" + System.getProperty("os.arch")).replaceFirst("^lib", "");
        return Stream.concat(
                        Stream.of(home.resolve("lib"), home.resolve("lib/server")),
                        Stream.of(Optional.ofNullable(System.getenv("LD_LIBRARY_PATH"))
                                        .orElse("")
                                        .split(File.pathSeparator))
                                .filter(folder -> !folder.isEmpty())
                                .map(Path::of))
                .anyMatch(folder -> Files.isRegularFile(folder.resolve(library)));
    }

    private static Optional<String> ask(ProfilerRequest request) {
        try {
            ProfilerFactory.getProfilerOrException(ProfilerChoice.config(request.toString()));
            return Optional.empty();
        } catch (ProfilerException e) {
            return Optional.of(String.valueOf(e.getMessage()).strip().replaceAll("\\s*\\R\\s*", " "));
        }
    }

    /**
     * Checks that profilers work on this machine.
     *
     * @param setting the setting with the profilers, for messages
     * @throws ConfigurationException if one lacks something
     */
    public void check(String setting, List<ProfilerRequest> requests) {
        for (ProfilerRequest request : requests) {
            problem(request).ifPresent(why -> {
                throw new ConfigurationException(setting + " " + request + ": " + why);
            });
        }
    }

    private Optional<String> problem(ProfilerRequest request) {
        return switch (request.name()) {
            case ProfilerRequest.JFR ->
                request.options().isEmpty() ? Optional.empty() : Optional.of("it takes no options.");
            case ProfilerRequest.ASYNC -> asyncProblem(request);
            case "perf", "perfnorm", "perfasm", "perfc2c" -> perfProblem(request);
            default -> refusal.apply(request).map(why -> usage(why).orElse("it does not work here: " + sentence(why)));
        };
    }

    private static Optional<String> asyncProblem(ProfilerRequest request) {
        return request.each().stream()
                .filter(option -> !ARGUMENT.matcher(option).matches()
                        || OURS.matcher(option).matches())
                .map(option -> "\"" + option
                        + "\" is not an option of it. Expected arguments of async-profiler's start, such as"
                        + " event=alloc or interval=100us, separated by semicolons.")
                .findFirst();
    }

    private Optional<String> perfProblem(ProfilerRequest request) {
        if (!os.startsWith(LINUX)) {
            return Optional.of(
                    "perf is a program of Linux, and this is " + os + ". gc, stack and jfr work everywhere.");
        }
        if (!perf) {
            return Optional.of(
                    "it needs the program perf, which is not on the PATH. Install the package linux-perf (Debian),"
                            + " linux-tools-$(uname -r) (Ubuntu) or perf (Fedora). gc, stack and jfr need nothing.");
        }
        Optional<String> refused = refusal.apply(request).map(why -> usage(why)
                .orElse("perf cannot count here: " + sentence(why)
                        + " It needs hardware counters, which most virtual machines and containers hide, and the right to read them:"
                        + " sysctl kernel.perf_event_paranoid=1 as root"
                        + paranoid.map(now -> " (now " + now + ")").orElse("")
                        + ". jfr and async need no counters."));
        if (refused.isEmpty() && request.name().equals("perfasm") && !disassembler) {
            return Optional.of("the JVM has no disassembler to show machine code with: put hsdis-"
                    + System.getProperty("os.arch") + ".so, which is built from OpenJDK's src/utils/hsdis, into "
                    + System.getProperty("java.home") + "/lib. perfnorm needs none.");
        }
        return refused;
    }

    /** Returns the accepted options from the help text that JMH prints for an unknown option. */
    private static Optional<String> usage(String refusal) {
        if (!refusal.contains("Usage:")) {
            return Optional.empty();
        }
        List<String> names =
                OPTION.matcher(refusal).results().map(option -> option.group(1)).toList();
        return Optional.of("its options cannot be read. "
                + (names.isEmpty()
                        ? "It takes none."
                        : "Expected " + String.join(", ", names)
                                + ", each with = and a value, separated by semicolons."));
    }

    private static String sentence(String text) {
        return text.endsWith(".") ? text : text + ".";
    }
}
