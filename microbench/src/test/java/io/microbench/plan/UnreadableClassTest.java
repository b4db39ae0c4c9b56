// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.BenchmarkClass.UnreadableClass;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Classes that this JVM cannot read, by what was thrown and by what is in their class files. */
class UnreadableClassTest {

    private static final String VECTOR = "jdk/incubator/vector/IntVector";

    private static Optional<String> problem(String className, LinkageError cause) {
        return UnreadableClass.problem(BenchmarkClass.standIn(className, cause), cause)
                .map(Throwable::getMessage);
    }

    private static LinkageError missing(String className) {
        LinkageError missing = new NoClassDefFoundError(className.replace('.', '/'));
        missing.initCause(new ClassNotFoundException(className));
        return missing;
    }

    @Test
    void aPlainBenchmarkThatOnlyItsForkCanLoadIsNoProblem() {
        assertThat(problem(StatesFixture.class.getName(), missing("jdk.incubator.vector.IntVector")))
                .isEmpty();
        assertThat(problem(
                        StatesFixture.class.getName(),
                        new UnsupportedClassVersionError("compiled by a more recent version of the Java Runtime")))
                .isEmpty();
    }

    @Test
    void oneWithHooksNeedsTheSameArgumentOnTheHost() {
        assertThat(problem(MergedFixture.class.getName(), missing("jdk.incubator.vector.IntVector"))
                        .orElseThrow())
                .contains("MergedFixture cannot be loaded in this JVM (java.lang.NoClassDefFoundError: " + VECTOR)
                .contains("Add --add-modules=jdk.incubator.vector to its @Fork(jvmArgsAppend = ...) or to"
                        + " microbench.jvmArgs, and under Maven to the <argLine> of Surefire.");
    }

    @Test
    void soDoesOneWithAnnotationsOfMicrobench() {
        assertThat(problem(AdaptiveFixture.class.getName(), missing("jdk.incubator.vector.IntVector")))
                .isPresent();
    }

    @Test
    void whatNoArgumentAddsIsMissingOnTheClassPath() {
        assertThat(problem("com.acme.LibBenchmark", missing("com.acme.Base")).orElseThrow())
                .isEqualTo("com.acme.LibBenchmark cannot be loaded (java.lang.NoClassDefFoundError: com/acme/Base). "
                        + "Something that it needs is missing on the class path: add it with -cp, or to the"
                        + " dependencies.");
    }

    @Test
    void aListedClassThatDoesNotExistAsksForACleanBuild() {
        assertThat(problem("com.acme.LibBenchmark", missing("com.acme.LibBenchmark"))
                        .orElseThrow())
                .startsWith("com.acme.LibBenchmark does not exist, although META-INF/BenchmarkList names it")
                .endsWith("Run mvn clean.");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "module java.base does not export sun.nio.ch to unnamed module @1b2|--add-exports=java.base/sun.nio.ch=ALL-UNNAMED",
                "module java.base does not \"opens java.lang\" to unnamed module @1|--add-opens=java.base/java.lang=ALL-UNNAMED",
                "something else|"
            })
    void anArgumentIsNamedForAClosedPackage(String message, String argument) {
        assertThat(MissingArgument.of(new IllegalAccessError("X cannot access Y because " + message)))
                .isEqualTo(Optional.ofNullable(argument));
    }

    @Test
    void anArgumentIsNamedForPreviewFeaturesAndModules() {
        assertThat(MissingArgument.of(new UnsupportedClassVersionError(
                        "Preview features are not enabled for A (class file version 61.65535). Try running with"
                                + " '--enable-preview'")))
                .contains("--enable-preview");
        assertThat(MissingArgument.of(new NoClassDefFoundError("L" + VECTOR + ";")))
                .contains("--add-modules=jdk.incubator.vector");
        assertThat(MissingArgument.of(new NoClassDefFoundError("Could not initialize class com.acme.Base")))
                .isEmpty();
    }
}
