// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.plan.PlannedCase;
import io.microbench.process.ForkReaper;
import io.microbench.result.ForkResult;
import io.microbench.run.CountingFixture;
import io.microbench.run.TestPlans;
import java.io.File;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs real forks with a class path of 1,300 jars, which exceeds the maximum length of a command line. */
class LongClassPathForkTest {

    private static final String CLASS_PATH = "java.class.path";
    private static final PlannedCase CASE =
            TestPlans.of(CountingFixture.class, "count").planned();

    @TempDir
    Path folder;

    private final String own = System.getProperty(CLASS_PATH);
    private final String path = own
            + String.join(
                    "",
                    Collections.nCopies(1300, File.pathSeparator + "/no/such/repository/" + "x".repeat(200) + ".jar"));

    @BeforeEach
    void prolong() {
        System.setProperty(CLASS_PATH, path);
    }

    @AfterEach
    void restore() {
        System.setProperty(CLASS_PATH, own);
    }

    @Test
    void startsForkOfSuite() {
        PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
        ForkRun fork = new ForkRun(CASE, 1, folder, nowhere, Clock.systemUTC());
        Progress progress = new Progress(System::nanoTime, Duration.ofSeconds(1));

        ForkResult result = fork.run(ForkReaper.none(), progress, ForkRun.Outside.NOTHING, new BusyForks(), true)
                .fork();

        assertThat(result.failure()).isEmpty();
        assertThat(result.iterations()).isNotEmpty();
        assertThat(System.getProperty(CLASS_PATH)).isEqualTo(path);
    }

    @Test
    void startsForkOfSnippet() {
        try (LocalForks forks = new LocalForks(folder, List.of(path.split(File.pathSeparator)))) {
            ForkResult result = forks.run(CASE, 1, "", ForkListener.NONE).fork();

            assertThat(result.failure()).isEmpty();
            assertThat(result.iterations()).isNotEmpty();
        }
        assertThat(System.getProperty(CLASS_PATH)).isEqualTo(path);
    }
}
