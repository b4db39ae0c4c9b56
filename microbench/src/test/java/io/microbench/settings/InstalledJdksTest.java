// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisabledOnOs(OS.WINDOWS)
class InstalledJdksTest {

    @TempDir
    Path folder;

    private Path running;

    @BeforeEach
    void makeRunningJdk() throws IOException {
        folder = folder.toRealPath();
        running = make("jvm/jdk-40", "40.0.1+5", "40.0.1");
    }

    private Path make(String name, String runtimeVersion, String version) throws IOException {
        Path home = Files.createDirectories(folder.resolve(name));
        Path java =
                Files.createFile(Files.createDirectories(home.resolve("bin")).resolve("java"));
        assertThat(java.toFile().setExecutable(true)).isTrue();
        Files.writeString(
                home.resolve("release"),
                (runtimeVersion.isEmpty() ? "" : "JAVA_RUNTIME_VERSION=\"" + runtimeVersion + "\"\n")
                        + "JAVA_VERSION=\"" + version + "\"\n");
        return home;
    }

    private InstalledJdks installed(Map<String, String> variables) {
        return InstalledJdks.of(variables, running, folder.resolve("user"));
    }

    private Path home(String requested) {
        return installed(Map.of()).find(requested).home();
    }

    @Test
    void listsVariablesThenRunningJdkThenNewestOfEachFolder() throws IOException {
        Path named = make("opt/a", "41.0.1+1", "41.0.1");
        Path beside = make("jvm/jdk-41-old", "41.0.2+7", "41.0.2");
        Path newer = make("jvm/jdk-41", "41.0.10+7", "41.0.10");
        Path ofUser = make("user/.sdkman/candidates/java/42.0.1-tem", "", "42.0.1");
        Path ofAsdf = make("asdf/installs/java/temurin-43", "43+9", "43");
        Files.createSymbolicLink(folder.resolve("jvm/default"), running);

        assertThat(installed(Map.of(
                                "JAVA_HOME_41_X64", named.toString(),
                                "ASDF_DATA_DIR", folder.resolve("asdf").toString(),
                                "HOME_OF_JAVA", beside.toString(),
                                "JAVA_HOME_NONE", folder.toString()))
                        .all()
                        .stream()
                        .map(InstalledJdks.Jdk::home)
                        .filter(home -> home.startsWith(folder)))
                .containsExactly(named, running, newer, beside, ofUser, ofAsdf);
    }

    @ParameterizedTest
    @CsvSource({
        "40, jdk-40",
        "41, jdk-41",
        "41.0.2, jdk-41-old",
        "41.0.10+7, jdk-41",
        "41.0.1, jdk-41-first",
        "42, jdk-42"
    })
    void acceptsVersionOfAnyLength(String requested, String name) throws IOException {
        make("jvm/jdk-41", "41.0.10+7", "41.0.10");
        make("jvm/jdk-41-old", "41.0.2+7-Debian-1", "41.0.2");
        make("jvm/jdk-41-first", "41.0.1+7", "41.0.1");
        make("jvm/jdk-42", "", "42.0.7");

        assertThat(home(requested)).isEqualTo(folder.resolve("jvm").resolve(name));
    }

    @Test
    void acceptsHomeOrCommand() throws IOException {
        Path other = make("opt/b", "44+1", "44");
        Path link = Files.createSymbolicLink(folder.resolve("java"), other.resolve("bin/java"));

        assertThat(home(other.toString())).isEqualTo(other);
        assertThat(home(other.resolve("bin/java").toString())).isEqualTo(other);
        assertThat(home(link.toString())).isEqualTo(other);
        assertThat(installed(Map.of()).find(other.toString()).feature()).isEqualTo(44);
    }

    @Test
    void listsFoundVersionsForMissingOne() {
        assertThatThrownBy(() -> home("4"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("4: no JDK of this version was found in variables such as JAVA_HOME_25, the"
                        + " folders next to the JDK of the command, and those of SDKMAN, asdf, mise and IDEs. Found:"
                        + " 40.0.1+5 in " + running)
                .hasMessageEndingWith(". You can also give the home of a JDK, or its java command");
    }

    @Test
    void rejectsOtherPaths() {
        assertThatThrownBy(() -> home(folder.toString()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        folder + ": there is no JDK with a java command and a file 'release', which has its version."
                                + " Expected a version such as 17, the home of a JDK, or its java command");
    }

    @Test
    void rejectsJdkThatIsTooOldForForks() throws IOException {
        Path old = make("jvm/jdk-11", "11.0.2+9", "11.0.2");

        assertThatThrownBy(() -> home("11"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("11: JDK 11.0.2+9 in " + old + " is too old. Expected JDK 17 or newer");
    }
}
