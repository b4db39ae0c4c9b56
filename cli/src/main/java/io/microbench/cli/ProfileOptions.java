// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.cli.PlainOptions.OptionOwner;
import io.microbench.library.Libraries;
import io.microbench.library.Libraries.MavenSetup;
import io.microbench.process.ShutdownHook;
import io.microbench.process.TemporaryFolders;
import io.microbench.profile.ProfilerPlan;
import io.microbench.profile.ProfilerSupport;
import io.microbench.settings.ConfigurationException;
import io.microbench.settings.Profiling;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import picocli.CommandLine.Model.CommandSpec;

/** The option for profilers. Reading it loads no harness classes. */
final class ProfileOptions implements OptionOwner {

    static final String NAME = "--profile";

    List<String> profilers = new ArrayList<>();

    @Override
    public CommandSpec addTo(CommandSpec command) {
        PlainOptions options = new PlainOptions(command);
        options.list(
                NAME + "=PROFILER[,...]",
                "Runs one more fork with each of these profilers, not part of any score: gc, stack, jfr and async"
                        + " with flame graphs, perf, perfnorm, perfasm, or another of JMH's; with options as in stack:lines=3. May be"
                        + " given several times.",
                given -> profilers = given);
        return command;
    }

    boolean areGiven() {
        return !profilers.isEmpty();
    }

    /**
     * Plans the profilers; fails if one is unknown or cannot work here.
     *
     * @param libraries where Maven finds the library of async-profiler
     */
    List<ProfilerPlan> plans(LibraryOptions libraries, Consumer<String> note) {
        return areGiven()
                ? ProfilerPlan.all(
                        NAME, profilers, ProfilerSupport.here(), () -> new AsyncLibrary().find(libraries.maven(), note))
                : List.of();
    }

    /** Returns the given profilers as settings of a suite; fails if one is unknown or cannot work here. */
    Map<String, String> settings(LibraryOptions libraries, boolean nodes, Consumer<String> note) {
        SnippetQuestion.conflict(NAME, areGiven(), "--nodes", nodes);
        Map<String, String> settings = new LinkedHashMap<>();
        if (areGiven()) {
            settings.put(Profiling.SETTING, String.join(",", profilers));
            plans(libraries, note).stream()
                    .flatMap(plan -> plan.library().stream())
                    .findFirst()
                    .ifPresent(file -> settings.put(Profiling.ASYNC_LIBRARY, file.toString()));
        }
        return settings;
    }

    /** Returns whether async-profiler, whose library comes from Maven's repositories, is requested. */
    boolean nameAsync() {
        return profilers.stream().anyMatch(list -> list.matches("(.*,\\s*)?async\\b.*"));
    }

    /**
     * The library of async-profiler for this machine: resolved from Maven repositories like libraries of snippets, and
     * unpacked for this run.
     */
    record AsyncLibrary(String os, String processor) {
        /** The coordinates of the library, for messages and for Maven. */
        static final String COORDINATES = "tools.profiler:async-profiler:4.6";

        AsyncLibrary() {
            this(System.getProperty("os.name", ""), System.getProperty("os.arch", ""));
        }

        /** Returns the library's folder in the jar. */
        String folder() {
            String system = os.toLowerCase(Locale.ROOT);
            if (system.startsWith("mac")) {
                return "macos";
            }
            if (system.startsWith("linux") && List.of("amd64", "x86_64").contains(processor)) {
                return "linux-x64";
            }
            if (system.startsWith("linux") && processor.equals("aarch64")) {
                return "linux-arm64";
            }
            throw new ConfigurationException(
                    NAME + " async: async-profiler is available for Linux on x64 and arm64 and for"
                            + " macOS, but this is " + os + " on " + processor
                            + ". " + NAME + " jfr draws flame graphs everywhere.");
        }

        /** Fetches the library if needed, and unpacks it into a folder that is deleted when the command ends. */
        Path find(MavenSetup setup, Consumer<String> note) {
            String folder = folder();
            Map<String, Path> files =
                    Libraries.find(List.of(COORDINATES), setup, note).get(0).files();
            Path jar = Optional.ofNullable(files.get(COORDINATES))
                    .orElseThrow(() -> new IllegalStateException(COORDINATES + " is not among " + files));
            try {
                Path target = TemporaryFolders.create();
                ShutdownHook.of("microbench-async-library", () -> TemporaryFolders.remove(target));
                return unpack(jar, folder, target);
            } catch (IOException e) {
                throw new UncheckedIOException("The library of async-profiler cannot be unpacked (" + e + ")", e);
            }
        }

        static Path unpack(Path jar, String folder, Path target) throws IOException {
            try (ZipFile zip = new ZipFile(jar.toFile())) {
                ZipEntry entry = zip.stream()
                        .filter(jarEntry -> jarEntry.getName().startsWith(folder + "/") && !jarEntry.isDirectory())
                        .findFirst()
                        .orElseThrow(() -> new IOException(jar + " has no library for " + folder));
                Path library = target.resolve(
                                entry.getName().substring(entry.getName().lastIndexOf('/') + 1))
                        .toAbsolutePath();
                try (InputStream stream = zip.getInputStream(entry)) {
                    Files.copy(stream, library);
                }
                return library;
            }
        }
    }
}
