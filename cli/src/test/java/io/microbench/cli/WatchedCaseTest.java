// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.cli.WatchCommand.WatchedCase;
import io.microbench.settings.ConfigurationException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WatchedCaseTest {

    @TempDir
    Path folder;

    @BeforeEach
    void populate() throws Exception {
        Files.createDirectories(folder.resolve("target/classes"));
        EmptyJar.create(folder.resolve("suite.jar"));
        Files.createFile(folder.resolve("Sum.java"));
    }

    private Optional<WatchedCase> of(String... words) {
        return WatchedCase.of(List.of(words), folder, true);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "com.acme.Codec.encode(input)",
                "java.lang.Math::abs",
                "Sum.java",
                "src/Missing.java",
                "1 / 2",
                "list.size()/2",
                "x -> x",
                "int a = 1; a",
                "\"a:b/c\".length()",
                "\0"
            })
    void treatsOtherTextAsASnippet(String text) {
        assertThat(of(text)).isEmpty();
    }

    @Test
    void treatsAPathAsADivisionOfDeclaredNames() {
        assertThat(WatchedCase.of(List.of("a/b"), folder, false)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"target/classes", "suite.jar", "target/classes:suite.jar", "target/classes:target/*"})
    void treatsExistingPathsAsASuite(String classPath) {
        assertThat(of(classPath, "*Codec*")).hasValueSatisfying(found -> {
            assertThat(found.glob()).isEqualTo("*Codec*");
            assertThat(found.build().name()).isEqualTo(classPath);
            assertThat(found.build().classPath()).first().asString().startsWith(folder.toString());
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                       | Expected a snippet such as 'com.acme.Codec.encode(input)', a .java file, or a jar or folder
            suite.jar                | suite.jar is a suite, and only one of its cases can be watched: 'microbench watch suite.jar *Codec
            suite.jar a b            | suite.jar is a suite, and only one of its cases can be watched, not 2: 'microbench watch
            other.jar a              | There is no other.jar in
            target/clases            | There is no target/clases in
            target/clases *Codec     | There is no target/clases in
            suite.jar:other.jar a    | There is no other.jar in
            1+1 2+2                  | Only one snippet can be watched, not 2. To watch a case of a suite, begin with a jar or a folder; there is no "1+1".
            Sum.java *Codec          | Only one snippet can be watched, not 2.
            """)
    void rejectsOtherLines(String line, String message) {
        String[] words = line.isEmpty() ? new String[0] : line.split(" +", -1);

        assertThatExceptionOfType(ConfigurationException.class)
                .isThrownBy(() -> of(words))
                .withMessageStartingWith(message);
    }
}
