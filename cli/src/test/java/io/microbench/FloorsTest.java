// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.targetOwner;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.microbench.result.Mode;
import io.microbench.text.UserException;
import io.microbench.text.WholeFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.CopyOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Checks the order of packages: each uses only those below it. */
@Tag("any-jdk")
class FloorsTest {

    /**
     * The packages, from the top to the bottom. The package for authors is low, because the superclass of a benchmark
     * is loaded in its fork.
     */
    static final List<String> FLOORS = List.of(
            "io.microbench.cli",
            "io.microbench.library",
            "io.microbench.store.members",
            "io.microbench.store.replicated",
            "io.microbench.store",
            "io.microbench.cluster",
            "io.microbench.junit",
            "io.microbench.watch",
            "io.microbench.gate",
            "io.microbench.fanout",
            "io.microbench.snippet",
            "io.microbench.merge",
            "io.microbench.compare",
            "io.microbench.report",
            "io.microbench.judge",
            "io.microbench.history",
            "io.microbench.warning",
            "io.microbench.run",
            "io.microbench.remote",
            "io.microbench.fixture",
            "io.microbench.environment",
            "io.microbench.forks",
            "io.microbench.process",
            "io.microbench.monitor",
            "io.microbench.conditions",
            "io.microbench.profile",
            "io.microbench.plan",
            "io.microbench.settings",
            "io.microbench.fixture.jvm",
            "io.microbench",
            "io.microbench.scaling",
            "io.microbench.snippet.fork",
            "io.microbench.async",
            "io.microbench.fork",
            "io.microbench.result",
            "io.microbench.stopping",
            "io.microbench.stats",
            "io.microbench.text");

    /** The packages that measure, from running a plan to starting processes. */
    private static final List<String> MEASURING =
            FLOORS.subList(FLOORS.indexOf("io.microbench.run"), FLOORS.indexOf("io.microbench.monitor"));

    private static final JavaClasses HARNESS = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> !location.contains("/jmh_generated/"))
            // The libraries inside the harness's jar.
            .withImportOption(location -> !location.contains("/io/microbench/internal/"))
            .importPackages("io.microbench");

    @Test
    void everyPackageIsInTheOrder() {
        assertThat(HARNESS.stream().map(type -> type.getPackageName()).distinct())
                .isSubsetOf(FLOORS);
    }

    /** A package in two jars cannot be part of a Java module. */
    @Test
    void noPackageIsSplitAcrossModules() throws IOException {
        Path root = Path.of(System.getProperty("basedir", ""), "..")
                .toAbsolutePath()
                .normalize();
        Map<String, Set<String>> modules = new TreeMap<>();
        for (String module : modulesOf(root)) {
            for (String each : packagesOf(root.resolve(module).resolve("src/main/java"))) {
                modules.computeIfAbsent(each, none -> new TreeSet<>()).add(module);
            }
        }

        assertThat(modules).containsKeys(FLOORS.toArray(new String[0]));
        assertThat(modules).allSatisfy((name, its) -> assertThat(its).as(name).hasSize(1));
    }

    /** Each simple name is used once. */
    @Test
    void simpleNamesAreUnique() throws IOException {
        Path root = Path.of(System.getProperty("basedir", ""), "..")
                .toAbsolutePath()
                .normalize();
        Map<String, Set<Path>> files = new TreeMap<>();
        for (String module : modulesOf(root)) {
            Path sources = root.resolve(module).resolve("src/main/java");
            try (Stream<Path> all = Files.isDirectory(sources) ? Files.walk(sources) : Stream.empty()) {
                all.filter(file -> file.toString().endsWith(".java")).forEach(file -> files.computeIfAbsent(
                                String.valueOf(file.getFileName()), name -> new TreeSet<>())
                        .add(file));
            }
        }
        files.remove("package-info.java");

        assertThat(files).isNotEmpty().allSatisfy((name, its) -> assertThat(its).hasSize(1));
    }

    private static List<String> modulesOf(Path root) throws IOException {
        return Pattern.compile("<module>([^<]+)</module>")
                .matcher(Files.readString(root.resolve("pom.xml")))
                .results()
                .map(module -> module.group(1))
                .toList();
    }

    private static Set<String> packagesOf(Path sources) throws IOException {
        if (!Files.isDirectory(sources)) {
            return Set.of();
        }
        try (Stream<Path> files = Files.walk(sources)) {
            return files.filter(file -> file.toString().endsWith(".java"))
                    .map(file -> sources.relativize(file.getParent()).toString().replace(File.separatorChar, '.'))
                    .collect(Collectors.toSet());
        }
    }

    @Test
    void packagesUseOnlyThoseBelow() {
        for (int floor = 1; floor < FLOORS.size(); floor++) {
            String[] above = FLOORS.subList(0, floor).toArray(new String[0]);
            noClasses()
                    .that()
                    .resideInAPackage(FLOORS.get(floor))
                    .should()
                    .dependOnClassesThat()
                    .resideInAnyPackage(above)
                    .allowEmptyShould(true)
                    .check(HARNESS);
        }
    }

    @Test
    void forkCodeDoesNotUseHostCode() {
        classes()
                .that()
                .resideInAnyPackage("io.microbench.fork", "io.microbench.async", "io.microbench.snippet.fork")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "io.microbench.fork",
                                "io.microbench.async",
                                "io.microbench.snippet.fork",
                                "io.microbench.stopping",
                                "java..",
                                "org.openjdk.jmh..")
                        .or(resideInAnyPackage("org.HdrHistogram..", "com.sun.management..", "jdk.jfr.."))
                        .or(resideInAnyPackage("org.jspecify..", "org.apiguardian.api..")))
                .check(HARNESS);
    }

    @Test
    void fixtureCodeDoesNotUseHostCode() {
        classes()
                .that()
                .resideInAnyPackage("io.microbench.fixture.jvm")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage(
                                "io.microbench.fixture.jvm", "java..", "com.sun.management..", "org.jspecify..")
                        .or(type(Fixture.class))
                        .or(type(Fixture.Start.class)))
                .check(HARNESS);
    }

    @Test
    void stopRulesArePure() {
        classes()
                .that()
                .resideInAnyPackage("io.microbench.stopping")
                .should()
                .onlyDependOnClassesThat(
                        resideInAnyPackage("io.microbench.stopping", "java.lang..", "java.util..", "org.jspecify.."))
                .check(HARNESS);
    }

    @Test
    void statisticsUsesOnlyArithmetic() {
        classes()
                .that()
                .resideInAPackage("io.microbench.stats")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("io.microbench.stats", "java.lang..", "java.util..")
                        .or(resideInAnyPackage("org.apache.commons.math3..", "org.HdrHistogram.."))
                        .or(resideInAnyPackage("org.jspecify..", "org.apiguardian.api..")))
                .allowEmptyShould(true)
                .check(HARNESS);
    }

    @Test
    void textDoesNotUseBenchmarks() {
        classes()
                .that()
                .resideInAPackage("io.microbench.text")
                .should()
                .onlyDependOnClassesThat(resideInAnyPackage("io.microbench.text", "java..", "org.jspecify.."))
                .check(HARNESS);
    }

    /** A suite may use any JUnit from 5.10 on, or none if it runs without JUnit. */
    @Test
    void onlyTheEngineAndItsConditionsUseJUnit() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.microbench.junit", "io.microbench.conditions")
                .and()
                .doNotHaveSimpleName("Microbenchmark")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.junit..", "org.opentest4j..")
                .check(HARNESS);
    }

    @Test
    void onlyForksMeasure() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.microbench.forks")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("org.openjdk.jmh.runner.Runner")
                .check(HARNESS);
    }

    @Test
    void onlyRunsAndBuildsOfRevisionsStartProcesses() {
        noClasses()
                .that()
                .resideOutsideOfPackages(
                        "io.microbench.store.members",
                        "io.microbench.store.replicated",
                        "io.microbench.cluster",
                        "io.microbench.remote",
                        "io.microbench.environment",
                        "io.microbench.fixture",
                        "io.microbench.process")
                .and()
                .doNotHaveSimpleName("StoppableCommand")
                .and()
                .doNotHaveSimpleName("ProcessorSwap")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName("java.lang.ProcessBuilder")
                .orShould()
                .callMethod(Runtime.class, "exec", String[].class)
                .check(HARNESS);
    }

    @Test
    void judgesAndReportsDoNotUseRuns() {
        noClasses()
                .that()
                .resideInAnyPackage("io.microbench.report", "io.microbench.judge", "io.microbench.history")
                .should()
                .dependOnClassesThat(resideInAnyPackage(MEASURING.toArray(new String[0])))
                .allowEmptyShould(true)
                .check(HARNESS);
    }

    @Test
    void snippetsUseReportsOnlyInTheTable() {
        noClasses()
                .that()
                .resideInAPackage("io.microbench.snippet")
                .and()
                .doNotHaveFullyQualifiedName("io.microbench.snippet.SnippetTable")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("io.microbench.report")
                .check(HARNESS);
    }

    @Test
    void onlyEngineDiscoveryAndBaseClassUseJUnit() {
        noClasses()
                .that()
                .resideOutsideOfPackages("io.microbench.junit", "io.microbench.conditions", "io.microbench")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.junit..")
                .check(HARNESS);
    }

    /**
     * The command and the engine report all other exceptions as internal errors. Readers convert malformed JSON to one
     * of these, and a fork whose port is in use tries another one.
     */
    @Test
    void publicExceptionsAreUserExceptions() {
        classes()
                .that()
                .areAssignableTo(Throwable.class)
                .and()
                .arePublic()
                .and()
                .doNotHaveSimpleName("MalformedJsonException")
                .should()
                .beAssignableTo(UserException.class)
                .check(HARNESS);
    }

    /** Facts about a mode are properties of {@link Mode}, so a new mode needs only one entry there. */
    @Test
    void onlyCodeThatChoosesAModeNamesOne() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(Mode.class.getName())
                .and()
                .haveSimpleNameNotStartingWith("SnippetCase")
                .and()
                .haveSimpleNameNotStartingWith("CaseWarnings")
                .and()
                // The class of JMH's result follows from the mode.
                .haveNameNotMatching(".*\\.AsyncCounts(\\$\\d+)?")
                .should()
                .accessFieldWhere(targetOwner(type(Mode.class)))
                .orShould()
                .accessFieldWhere(targetOwner(type(org.openjdk.jmh.annotations.Mode.class))
                        .and(describe("one mode", access -> !access.getName().equals("All"))))
                .check(HARNESS);
    }

    /**
     * Exceptions: code in the fork, which does not load the class; reports, which rename an existing file; and
     * generated code, which is a folder.
     */
    @Test
    void onlyOneHostClassMovesFilesIntoPlace() {
        noClasses()
                .that()
                .doNotHaveFullyQualifiedName(WholeFile.class.getName())
                .and()
                .resideOutsideOfPackage("io.microbench.fork")
                .and()
                .doNotHaveSimpleName("ReportFiles")
                .and()
                .doNotHaveSimpleName("CodeGenerator")
                .should()
                .callMethod(Files.class, "move", Path.class, Path.class, CopyOption[].class)
                .check(HARNESS);
    }

    @Test
    void everyPackageIsDescribed() {
        assertThat(FLOORS)
                .allSatisfy(floor -> assertThat(HARNESS.getPackage(floor).tryGetPackageInfo())
                        .isPresent());
    }
}
