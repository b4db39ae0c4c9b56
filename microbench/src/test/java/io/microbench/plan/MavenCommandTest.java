// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.result.SettingValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MavenCommandTest {

    private final Path root;

    MavenCommandTest(@TempDir Path root) {
        this.root = root;
    }

    @Test
    void namesNoModuleForSingleModuleBuild() throws IOException {
        pom("");
        assertThat(command("")).isEqualTo("mvn");

        Files.createFile(root.resolve("mvnw"));
        assertThat(command("")).isEqualTo("./mvnw");
    }

    @Test
    void namesModuleAsInParent() throws IOException {
        pom("", "libs/one", " two words ");
        pom("libs/one");
        pom("two words");

        assertThat(command("libs/one")).isEqualTo("mvn -pl libs/one -am -Dsurefire.failIfNoSpecifiedTests=false");
        assertThat(command("two words")).startsWith("mvn -pl 'two words' -am ");
    }

    @Test
    void namesNestedModuleFromRoot() throws IOException {
        pom("", "a");
        pom("a", "b");
        pom("a/b");
        Files.createFile(root.resolve("mvnw"));

        assertThat(command("a/b")).startsWith("./mvnw -pl a/b -am ");
    }

    @Test
    void ignoresParentFolderWithOtherBuild() throws IOException {
        pom("", "other");
        pom("target/it/sample");

        assertThat(command("target/it/sample")).isEqualTo("mvn");
    }

    @Test
    void returnsNothingForOtherFolders() {
        assertThat(MavenCommand.of(root)).isEmpty();
    }

    private String command(String module) {
        return MavenCommand.of(root.resolve(module)).map(SettingValue::value).orElseThrow();
    }

    private void pom(String folder, String... modules) throws IOException {
        StringBuilder pom = new StringBuilder("<project><modules>");
        for (String module : modules) {
            pom.append("<module>").append(module).append("</module>");
        }
        Files.createDirectories(root.resolve(folder));
        Files.writeString(root.resolve(folder).resolve("pom.xml"), pom.append("</modules></project>"));
    }
}
