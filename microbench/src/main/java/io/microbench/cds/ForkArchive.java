// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cds;

import io.microbench.fork.ForkProbe;
import io.microbench.plan.Plan;
import io.microbench.process.ArgumentFiles;
import io.microbench.result.CasePlan;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.util.Utils;

/**
 * Makes forks start from an archive of the classes that JMH and the harness load in every one of them.
 *
 * <p>About a quarter of the time in which a fork starts goes into loading, verifying and linking the same classes each
 * time. The JVM can map them from a file instead (class-data sharing, a dynamic archive on top of the JDK's own: JEP
 * 350). The archive holds classes of the JDK, of JMH and of the harness, none of the benchmark's, and no profile and no
 * compiled code, which an AOT cache would add: what is measured is loaded, verified and compiled as usual.
 *
 * <p>An archive is made once for a JDK and these jars, by a {@link ForkRehearsal} before the first fork of a run with
 * {@value #WORTH_IT} forks or more, and kept in an {@link ArchiveFolder}. Where there is none, or the JVM finds that it
 * does not fit, the fork starts without, and nobody is told but the record (fact {@code jvm.archive}).
 */
public final class ForkArchive {

    /** Making an archive takes about as long as ten forks save; it serves later runs as well. */
    public static final int WORTH_IT = 5;

    /**
     * Arguments that say something about class loading themselves; with one of them the fork starts as it would without
     * us.
     */
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
     * What a fork is started with beside the arguments of its plan.
     *
     * @param arguments for the JVM, before those of the plan
     * @param classPath the class path; empty for that of this JVM
     */
    public record Start(List<String> arguments, Optional<String> classPath) {

        /** Nothing. */
        public static final Start PLAIN = new Start(List.of(), Optional.empty());

        /**
         * Makes JMH pass the class path to forks as an argument file, until this is closed.
         *
         * @throws IOException if the file cannot be written
         */
        public Lent lend() throws IOException {
            String own = System.getProperty(Lent.PROPERTY, "");
            return own.startsWith("@") ? Lent.NOTHING : new Lent(own, ArgumentFiles.ofClassPath(classPath.orElse(own)));
        }
    }

    /**
     * The class path that this JVM reports, replaced by an argument file while a fork starts. Its entries may be in another order, and the
     * folder of the harness is a jar there.
     */
    public static final class Lent implements AutoCloseable {

        /** Changes nothing. */
        public static final Lent NOTHING = new Lent();

        private static final String PROPERTY = "java.class.path";

        private final Runnable back;

        private Lent() {
            back = () -> {};
        }

        private Lent(String before, ArgumentFiles file) {
            back = () -> {
                System.setProperty(PROPERTY, before);
                file.close();
            };
            System.setProperty(PROPERTY, file.arguments().get(0));
        }

        /** Restores the class path; may be called more than once. */
        @Override
        public void close() {
            back.run();
        }
    }

    /** Starts every fork as JMH does. */
    public static ForkArchive none() {
        return new ForkArchive(Optional.empty(), false);
    }

    /** Uses the archives of the given folder. */
    static ForkArchive in(ArchiveFolder folder, boolean make) {
        return new ForkArchive(Optional.of(folder), make);
    }

    /**
     * Serves the forks of a run; what has to be made is made now, so that no fork waits for it and no budget overlooks
     * it.
     */
    public static ForkArchive of(Plan plan) {
        ForkArchive archive = of(plan.forkArchives(), plan.forks());
        plan.cases().stream()
                .filter(planned -> planned.switchedOff().isEmpty())
                .forEach(planned -> archive.start(planned.plan()));
        return archive;
    }

    /**
     * Serves forks.
     *
     * @param wanted whether to use archives at all
     * @param forks how many forks there will be; with {@value #WORTH_IT} or more an archive that is missing is made
     */
    public static ForkArchive of(boolean wanted, int forks) {
        return wanted
                ? new ForkArchive(ArchiveFolder.ofUser(System.getenv(), System.getProperties()), forks >= WORTH_IT)
                : none();
    }

    /** Returns what to start the forks of a case with. */
    public Start start(CasePlan plan) {
        return plan.inProcess()
                ? Start.PLAIN
                : start(Path.of(plan.jvm().orElseGet(Utils::getCurrentJvm)), plan.jvmArgs());
    }

    /**
     * Returns what to start a fork with; the first time, this may take a second or two.
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

    /** Returns what is passed to a fork that starts from the archive. */
    static List<String> arguments(ArchiveKey key, Path archive) {
        List<String> arguments = new ArrayList<>(key.quiet());
        arguments.add("-Xshare:auto");
        arguments.add("-XX:SharedArchiveFile=" + archive);
        arguments.add("-D" + ForkProbe.ARCHIVE + "=" + archive);
        return arguments;
    }
}
