// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.junit.SuiteMain;
import io.microbench.run.Eventually;
import io.microbench.run.JavaChild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a run leaves nothing of any replicated store on this machine, however it ends. */
@Tag("processes")
@Timeout(300)
class StoreRunEndTest {

    private static final long PATIENCE = 60;
    private static final int MEMBERS = 3;

    @TempDir
    private Path folder;

    private Path temporary = Path.of("");
    private Path stores = Path.of("");

    /** Runs a measurement with settings such as {@code name=value}. */
    static final class Run {

        private Run() {}

        public static void main(String[] settings) {
            for (String setting : settings) {
                int equals = setting.indexOf('=');
                System.setProperty(setting.substring(0, equals), setting.substring(equals + 1));
            }
            SuiteMain.main(new String[0]);
        }
    }

    private static Stream<Arguments> usable(Durability durability, Predicate<Backend> which) {
        return Backends.of(StoreRunEndTest.class.getClassLoader(), System.err::println)
                .usable(ReplicatedBackend.class, durability, System.err::println)
                .stream()
                .filter(which)
                .map(backend -> Arguments.of(backend.name(), durability));
    }

    /** Returns the backends that are never safe: {@code .ci/run} measures the others, and checks the leftovers. */
    static Stream<Arguments> neverSafe() {
        return usable(Durability.PROCESS, backend -> !backend.durabilities().contains(Durability.SAFE));
    }

    /** Returns a different backend for each signal, as the early end of a run does not depend on the backend. */
    static Stream<Arguments> backendsAndEnds() {
        List<Arguments> safe = usable(Durability.SAFE, backend -> true).toList();
        List<Arguments> others = neverSafe().toList();
        return Stream.of(
                ended(safe.get(0), "INT"),
                ended(safe.get(1 % safe.size()), "KILL"),
                ended(others.isEmpty() ? safe.get(0) : others.get(0), "member"));
    }

    private static Arguments ended(Arguments backend, String end) {
        return Arguments.of(backend.get()[0], backend.get()[1], end);
    }

    @BeforeEach
    void createFolders() throws IOException {
        temporary = Files.createDirectory(folder.resolve("tmp"));
        stores = folder.resolve("stores");
    }

    private JavaChild run(String backend, Durability durability, int iterations) throws IOException {
        String word = durability.word();
        String benchmark = word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1) + "ReplicatedBenchmark";
        return JavaChild.startWithBriefChildren(
                Run.class,
                temporary,
                "microbench.cases=*" + benchmark + ".mix50:*nodes=" + MEMBERS + ",*reads=local*",
                "microbench.param.backend=" + backend,
                "microbench.param.keys=50",
                "microbench.threads=2",
                "microbench.fixtureWarmup=0",
                "microbench.output=" + folder.resolve("runs"),
                "jmh.ignoreLock=true",
                "forks=1",
                "warmupIterations=1",
                "microbench.warmupTime=20ms",
                "measureIterations=" + iterations,
                "microbench.measurementTime=50ms",
                StoreFolder.PROPERTY + "=" + stores);
    }

    private List<ProcessHandle> startedBy(JavaChild run) throws InterruptedException {
        run.awaitLine(line -> line.startsWith("Iteration "));
        // The nodes have the settings of the run.
        assertThat(names(stores)).hasSize(1);
        List<ProcessHandle> started = run.handle().descendants().toList();
        assertThat(nodes(started)).hasSize(MEMBERS);
        return started;
    }

    private static List<ProcessHandle> nodes(List<ProcessHandle> processes) {
        return processes.stream()
                .filter(process -> process.info().commandLine().orElse("").contains("microbench.node="))
                .toList();
    }

    private void assertNothingIsLeft(List<ProcessHandle> started) throws InterruptedException {
        Eventually.within(PATIENCE, "all has ended", () -> started.stream().noneMatch(ProcessHandle::isAlive));
        Eventually.within(PATIENCE, "no folder is left", () -> names(temporary).stream()
                .noneMatch(name -> name.startsWith("microbench-")));
    }

    private static List<String> names(Path of) {
        String[] names = of.toFile().list();
        return names == null ? List.of() : List.of(names);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("neverSafe")
    void leavesNothingAfterSuccess(String backend, Durability durability) throws Exception {
        try (JavaChild run = run(backend, durability, 1)) {
            // Ignores the exit code, because other benchmarks on the class path have intentional errors.
            run.awaitEnd();
            assertThat(run.lines())
                    // JMH prints a paragraph for the score only with three samples, which a busy machine may not reach.
                    .anyMatch(line -> line.matches("(Result|Secondary result) \"io[.]microbench[.]store[.].*"))
                    .noneMatch(line -> line.contains("ERROR"));
        }
        assertThat(names(stores)).isEmpty();
        assertThat(names(temporary)).noneMatch(name -> name.startsWith("microbench-"));
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("backendsAndEnds")
    void leavesNothingAfterAnEarlyEnd(String backend, Durability durability, String end) throws Exception {
        try (JavaChild run = run(backend, durability, 10_000)) {
            List<ProcessHandle> started = startedBy(run);

            if (end.equals("member")) {
                nodes(started).get(0).destroyForcibly();
            } else {
                run.signal(end);
            }

            run.awaitEnd();
            if (end.equals("member")) {
                assertThat(run.lines()).anyMatch(line -> line.contains("no longer works"));
            }
            assertNothingIsLeft(started);
        }
        if (end.equals("KILL")) {
            // The killed run could not remove it; the next one does.
            StoreFolder.create(stores).close();
        }
        assertThat(names(stores)).isEmpty();
    }
}
