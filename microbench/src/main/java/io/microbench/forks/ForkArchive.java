// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import io.microbench.fork.ForkProbe;
import io.microbench.plan.Plan;
import io.microbench.result.CasePlan;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.openjdk.jmh.util.Utils;

/**
 * Makes forks start from an archive of the classes that JMH and the harness load in every fork.
 *
 * <p>About a quarter of the start of a fork is spent on loading, verifying and linking the same classes each time. The
 * JVM can map them from a file instead (class-data sharing with a dynamic archive on top of that of the JDK: JEP 350).
 * The archive contains classes of the JDK, of JMH and of the harness, but none of the benchmark, and no profiles or
 * compiled code, which an AOT cache would add: the benchmark is loaded, verified and compiled as usual.
 *
 * <p>An archive is created once for a JDK and these jars, by a {@link ForkRehearsal} before the first fork of a run
 * with {@value #WORTH_IT} forks or more, and kept in an {@link ArchiveFolder}. If there is none, or it does not fit,
 * the fork starts without it, which is only noted in the record (fact {@code jvm.archive}).
 */
public final class ForkArchive {

    /**
     * Least number of forks for which an archive is created. It takes as long as ten forks save, but later runs use it,
     * too.
     */
    public static final int WORTH_IT = 5;

    /** Arguments about class loading; a fork with one of them starts without an archive. */
    private static final List<String> UNFIT = List.of(
            "@",
            "--module-path",
            "-p",
            "--patch-module",
            "--upgrade-module-path",
            "--limit-modules",
            "-javaagent:",
            "-agentlib:",
            "-agentpath:",
            "-Xbootclasspath",
            "-Xshare",
            "-XX:SharedArchiveFile",
            "-XX:ArchiveClassesAtExit",
            "-XX:AOT",
            "-XX:Flags",
            "-XX:VMOptionsFile");

    private final Optional<ArchiveFolder> folder;
    private final boolean make;
    private final Map<List<String>, Start> known = new HashMap<>();

    private ForkArchive(Optional<ArchiveFolder> folder, boolean make) {
        this.folder = folder;
        this.make = make;
    }

    /**
     * Arguments and class path of a fork in addition to its plan.
     *
     * @param arguments for the JVM, before those of the plan
     * @param classPath the class path; empty for that of this JVM
     */
    public record Start(List<String> arguments, Optional<String> classPath) {

        public static final Start PLAIN = new Start(List.of(), Optional.empty());
    }

    /** Returns an instance that starts every fork as JMH does. */
    public static ForkArchive none() {
        return new ForkArchive(Optional.empty(), false);
    }

    static ForkArchive in(ArchiveFolder folder, boolean make) {
        return new ForkArchive(Optional.of(folder), make);
    }

    /**
     * Returns an instance for the forks of a run. Archives are created now, so that no fork waits for them and their
     * time counts.
     */
    public static ForkArchive of(Plan plan) {
        ForkArchive archive = of(plan.forkArchives(), plan.forks());
        plan.cases().stream()
                .filter(planned -> planned.switchedOff().isEmpty())
                .forEach(planned -> archive.start(planned.plan()));
        return archive;
    }

    /**
     * Returns an instance for a number of forks.
     *
     * @param wanted whether to use archives at all
     * @param forks the number of forks; with {@value #WORTH_IT} or more, a missing archive is created
     */
    public static ForkArchive of(boolean wanted, int forks) {
        return wanted
                ? new ForkArchive(ArchiveFolder.ofUser(System.getenv(), System.getProperties()), forks >= WORTH_IT)
                : none();
    }

    /** Returns how to start the forks of a case. */
    public Start start(CasePlan plan) {
        return plan.inProcess()
                ? Start.PLAIN
                : start(Path.of(plan.jvm().orElseGet(Utils::getCurrentJvm)), plan.jvmArgs());
    }

    /**
     * Returns how to start a fork; the first call may take a second or two.
     *
     * @param java the java command of the fork
     * @param jvmArgs the arguments of its plan
     */
    Start start(Path java, List<String> jvmArgs) {
        List<String> asked = new ArrayList<>(List.of(java.toString()));
        asked.addAll(jvmArgs);
        return known.computeIfAbsent(asked, key -> find(java, jvmArgs));
    }

    private Start find(Path java, List<String> jvmArgs) {
        if (folder.isEmpty() || jvmArgs.stream().anyMatch(ForkArchive::isUnfit)) {
            return Start.PLAIN;
        }
        Optional<ForkClassPath> classPath =
                ForkClassPath.ofThisJvm(classes -> folder.get().pack(classes, make));
        Optional<ArchiveKey> key = classPath.flatMap(found -> ArchiveKey.of(java, jvmArgs, found.jars()));
        return key.flatMap(wanted -> folder.get().find(wanted, make))
                .map(archive -> start(key.orElseThrow(), archive, classPath.orElseThrow()))
                .orElse(Start.PLAIN);
    }

    static boolean isUnfit(String argument) {
        return UNFIT.stream().anyMatch(argument::startsWith);
    }

    private static Start start(ArchiveKey key, Path archive, ForkClassPath classPath) {
        return new Start(arguments(key, archive), Optional.of(String.join(File.pathSeparator, classPath.all())));
    }

    static List<String> arguments(ArchiveKey key, Path archive) {
        List<String> arguments = new ArrayList<>(key.quiet());
        arguments.add("-Xshare:auto");
        arguments.add("-XX:SharedArchiveFile=" + archive);
        arguments.add("-D" + ForkProbe.ARCHIVE + "=" + archive);
        return arguments;
    }

    /**
     * Moves the jars of JMH and of the harness to the front of a fork's class path.
     *
     * <p>A class archive requires that the class path begins with the jars it was created with, while under Surefire the
     * folders of the module come first. Other entries keep their order, and the jars are moved only if that changes no
     * class: none of their classes may be in an entry before them.
     *
     * @param jars those of JMH and the harness, as absolute paths
     * @param all the complete class path, these jars first
     */
    record ForkClassPath(List<Path> jars, List<String> all) {

        ForkClassPath {
            jars = List.copyOf(jars);
            all = List.copyOf(all);
        }

        /**
         * Returns the class path of this JVM's forks in that order; empty if it must not be changed.
         *
         * @param packed packs a folder of classes into a jar that replaces it
         */
        static Optional<ForkClassPath> ofThisJvm(Function<Path, Optional<Path>> packed) {
            List<String> entries = new ArrayList<>(
                    List.of(System.getProperty("java.class.path").split(File.pathSeparator)));
            Set<Path> wanted = new LinkedHashSet<>();
            for (String witness : HarnessPath.WITNESSES) {
                Optional<Path> location =
                        HarnessPath.location(witness).map(Path::of).map(ForkClassPath::absolute);
                Optional<Path> jar =
                        location.filter(Files::isDirectory).isPresent() ? location.flatMap(packed) : location;
                if (jar.isEmpty()) {
                    return Optional.empty();
                }
                wanted.add(jar.get());
                entries.replaceAll(entry -> absolute(Path.of(entry)).equals(location.get())
                        ? jar.get().toString()
                        : entry);
            }
            return of(entries, wanted);
        }

        /** Returns the entries with the wanted jars first; empty if one is not a jar or missing, or if a class would change. */
        static Optional<ForkClassPath> of(List<String> entries, Set<Path> wanted) {
            List<String> others = new ArrayList<>();
            Set<Path> found = new HashSet<>();
            Set<String> names = new HashSet<>();
            List<Path> before = new ArrayList<>();
            try {
                for (Path jar : wanted) {
                    if (!Files.isRegularFile(jar)) {
                        return Optional.empty();
                    }
                    names.addAll(content(jar));
                }
                for (String entry : entries) {
                    Path path = absolute(Path.of(entry));
                    if (wanted.contains(path)) {
                        found.add(path);
                    } else {
                        if (found.size() < wanted.size()) {
                            before.add(path);
                        }
                        others.add(entry);
                    }
                }
                if (!found.equals(wanted) || hasOneOf(before, names)) {
                    return Optional.empty();
                }
            } catch (IOException | RuntimeException e) {
                // An entry that cannot be read may contain any class.
                return Optional.empty();
            }
            List<String> all =
                    new ArrayList<>(wanted.stream().map(Path::toString).toList());
            all.addAll(others);
            return Optional.of(new ForkClassPath(List.copyOf(wanted), all));
        }

        private static Path absolute(Path path) {
            return path.toAbsolutePath().normalize();
        }

        private static boolean hasOneOf(List<Path> entries, Set<String> names) throws IOException {
            Set<String> folders =
                    names.stream().map(ForkClassPath::folder).collect(Collectors.toCollection(HashSet::new));
            for (Path entry : entries) {
                if (Files.isDirectory(entry)) {
                    Set<String> there = folders.stream()
                            .filter(folder -> Files.isDirectory(entry.resolve(folder)))
                            .collect(Collectors.toSet());
                    if (names.stream()
                            .filter(name -> there.contains(folder(name)))
                            .anyMatch(name -> Files.exists(entry.resolve(name)))) {
                        return true;
                    }
                } else if (Files.exists(entry) && content(entry).stream().anyMatch(names::contains)) {
                    return true;
                }
            }
            return false;
        }

        private static String folder(String name) {
            return name.substring(0, name.lastIndexOf('/') + 1);
        }

        /** Returns the files in a jar, without {@code META-INF}, which only has licences and manifests. */
        private static List<String> content(Path jar) throws IOException {
            List<String> names = new ArrayList<>();
            try (JarFile file = new JarFile(jar.toFile())) {
                for (Enumeration<JarEntry> entries = file.entries(); entries.hasMoreElements(); ) {
                    JarEntry entry = entries.nextElement();
                    if (!entry.isDirectory() && !entry.getName().startsWith("META-INF/")) {
                        names.add(entry.getName());
                    }
                }
            }
            return names;
        }
    }
}
