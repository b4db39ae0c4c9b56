// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.monitor.ForkSampler.ThreadTimes;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ThreadTimesTest {

    @TempDir
    Path process;

    @BeforeEach
    void prepare() throws IOException {
        write(process, "java", 400, 100);
        Files.createDirectories(process.resolve("task"));
    }

    private static void write(Path folder, String name, long user, long system) throws IOException {
        Files.writeString(
                Files.createDirectories(folder).resolve("stat"),
                "7 (" + name + ") S 1 2 3 4 5 6 7 8 9 10 " + user + " " + system + " 0 0 20 0 1 0\n");
    }

    private void thread(int id, String name, long user, long system) throws IOException {
        write(process.resolve("task/" + id), name, user, system);
    }

    private ThreadTimes.Seconds read() {
        return new ThreadTimes(process).read().orElseThrow();
    }

    /** The kernel keeps 15 characters of a name. */
    @ParameterizedTest
    @CsvSource({
        "C1 CompilerThre, 1.5, 0",
        "C2 CompilerThre, 1.5, 0",
        "JVMCI-native Co, 1.5, 0",
        "GC Thread#0, 0, 1.5",
        "G1 Conc#0, 0, 1.5",
        "ZWorkerYoung#0, 0, 1.5",
        "ZDriverMajor, 0, 1.5",
        "Shenandoah GC T, 0, 1.5",
        "VM Thread, 0, 1.5",
        "VM Periodic Tas, 0, 0",
        "C3 Compiler, 0, 0",
        "G1Worker, 0, 0",
        "my GC Thread, 0, 0"
    })
    void classifiesThreadsByHotSpotNames(String name, double compiler, double collector) throws IOException {
        thread(8, name, 100, 50);

        assertThat(read()).isEqualTo(new ThreadTimes.Seconds(5, compiler, collector));
    }

    @Test
    void sumsThreadsOfSameKind() throws IOException {
        thread(8, "C1 CompilerThre", 100, 0);
        thread(9, "C2 CompilerThre", 0, 25);
        thread(10, "G1 Main Marker", 7, 0);
        thread(11, "G1 Conc#0", 1, 0);

        assertThat(read()).isEqualTo(new ThreadTimes.Seconds(5, 1.25, 0.08));
    }

    @Test
    void acceptsParenthesesAndSpacesInNames() throws IOException {
        thread(8, "GC Thread) S 9 (", 100, 50);

        assertThat(read().collector()).isEqualTo(1.5);
    }

    @Test
    void takesLaterTimeOfThread() throws IOException {
        ThreadTimes times = new ThreadTimes(process);
        thread(8, "C1 CompilerThre", 100, 0);
        times.read();
        thread(8, "C1 CompilerThre", 300, 0);

        assertThat(times.read()).contains(new ThreadTimes.Seconds(5, 3, 0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "no brackets", "7 (C1 CompilerThre) S 1 2", "7 (GC Thread#0) S 1 2 3 4 5 6 7 8 9 10 a b c"})
    void skipsUnreadableThread(String stat) throws IOException {
        thread(8, "C1 CompilerThre", 100, 0);
        thread(9, "C2 CompilerThre", 0, 0);
        Files.writeString(process.resolve("task/9/stat"), stat);

        assertThat(read()).isEqualTo(new ThreadTimes.Seconds(5, 1, 0));
    }

    @Test
    void skipsThreadThatEndsDuringReading() throws IOException {
        thread(8, "C1 CompilerThre", 100, 0);
        Files.createDirectories(process.resolve("task/9"));

        assertThat(read().compiler()).isEqualTo(1);
    }

    @Test
    void returnsNothingForEndedProcess() throws IOException {
        assertThat(new ThreadTimes(process.resolve("absent")).read()).isEmpty();

        Files.delete(process.resolve("task"));
        assertThat(new ThreadTimes(process).read()).as("without its threads").isEmpty();
    }
}
