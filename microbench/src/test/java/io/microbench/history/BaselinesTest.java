/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BaselinesTest {

    private static final RunSummary OLD = Runs.night(1, Runs.time(Runs.ENCODE, 100, 101));
    private static final RunSummary NEW = Runs.night(2, Runs.time(Runs.ENCODE, 90, 91));

    @TempDir
    Path temp;

    private Baselines baselines = new Baselines(Path.of("replaced-before-each-test"));

    @BeforeEach
    void open() {
        baselines = new Baselines(folder());
    }

    private Path folder() {
        return temp.resolve("benchmarks/baselines");
    }

    @Test
    void loadsWhatWasSaved() {
        assertThat(baselines.save("main", OLD)).isEqualTo(folder().resolve("main.json"));
        assertThat(new Baselines(folder()).load("main")).isEqualTo(OLD);
    }

    @Test
    void keepsSeveralSideBySide() {
        baselines.save("release-1.0", OLD);
        baselines.save("main", NEW);
        assertThat(baselines.names()).containsExactly("main", "release-1.0");
        assertThat(baselines.load("release-1.0")).isEqualTo(OLD);
        assertThat(baselines.load("main")).isEqualTo(NEW);
    }

    @Test
    void replacesOnlyTheSameName() throws IOException {
        baselines.save("main", OLD);
        baselines.save("other", OLD);
        byte[] other = Files.readAllBytes(folder().resolve("other.json"));
        baselines.save("main", NEW);
        assertThat(baselines.load("main")).isEqualTo(NEW);
        assertThat(folder().resolve("other.json")).hasBinaryContent(other);
        try (Stream<Path> files = Files.list(folder())) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void writesTheSameBytesForTheSameRun() throws IOException {
        byte[] first = Files.readAllBytes(baselines.save("main", OLD));
        assertThat(baselines.save("main", OLD)).hasBinaryContent(first);
    }

    @Test
    void namesTheKnownOnesWhereOneIsMissing() {
        baselines.save("main", OLD);
        baselines.save("release-1.0", OLD);
        assertThatThrownBy(() -> baselines.load("mian"))
                .isInstanceOf(HistoryException.class)
                .hasMessage("baseline 'mian': " + folder().resolve("mian.json")
                        + " does not exist; known are main, release-1.0. Save one with -Dmicrobench.saveBaseline=mian");
    }

    @Test
    void saysThatThereIsNone() {
        assertThat(baselines.names()).isEmpty();
        assertThatThrownBy(() -> baselines.load("main"))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("does not exist; there is none yet. Save one with");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ".", "..", "../main", "a/b", "a\\b", ".hidden", "-x", "a b", "a\u0000b", "naïve"})
    void refusesWhatIsNoName(String name) {
        assertThatThrownBy(() -> baselines.save(name, OLD))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("baseline '" + name + "': accepted are 1 to 100 letters");
        assertThatThrownBy(() -> baselines.load(name)).isInstanceOf(IllegalArgumentException.class);
        assertThat(temp).isEmptyDirectory();
    }

    @Test
    void refusesARunThatHoldsNothing() {
        baselines.save("main", OLD);
        assertThatThrownBy(() -> baselines.save("main", Runs.night(3)))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining("run night-003 has no case with a result");
        assertThat(baselines.load("main")).isEqualTo(OLD);
    }

    @Test
    void namesADamagedFileAndThePlace() throws IOException {
        Path file = baselines.save("main", OLD);
        Files.writeString(file, Files.readString(file).replace("\"value\" : ", "\"value\" : x"));
        assertThatThrownBy(() -> baselines.load("main"))
                .isInstanceOf(HistoryException.class)
                .hasMessageStartingWith(file + " line 18 column ");
    }

    @Test
    void passesOverOtherFiles() throws IOException {
        baselines.save("main", OLD);
        Files.writeString(folder().resolve("README.md"), "What is compared with what");
        Files.writeString(folder().resolve(".draft-1"), "half a file");
        assertThat(baselines.names()).containsExactly("main");
    }

    @Test
    void saysThatItsPlaceIsAFile() throws IOException {
        Files.createDirectories(folder().getParent());
        Files.writeString(folder(), "");
        assertThatThrownBy(() -> baselines.save("main", OLD))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining(folder() + "/main.json: cannot be written");
        assertThatThrownBy(() -> baselines.load("main"))
                .isInstanceOf(HistoryException.class)
                .hasMessageContaining(folder() + ": cannot be read as a folder");
    }
}
