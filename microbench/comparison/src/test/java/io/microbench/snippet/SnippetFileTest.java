// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.snippet.SnippetCompiler.SnippetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnippetFileTest {

    @TempDir
    Path folder;

    private final Javac javac = Javac.open(List.of(), false, OptionalInt.empty());

    @AfterEach
    void close() {
        javac.close();
    }

    private SnippetFile read(String text) throws IOException {
        return SnippetFile.read(
                Files.writeString(folder.resolve("Work.java"), text).toString(), javac);
    }

    private String message(Path file) {
        return String.valueOf(assertThatExceptionOfType(SnippetException.class)
                .isThrownBy(() -> SnippetFile.read(file.toString(), javac))
                .actual()
                .getMessage());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            class Work { static int other() { return 1; } static void run() {} }      | Work.run()
            package com.acme; public record Work() { static int run() { return 1; } } | com.acme.Work.run()
            `import java.util.*; class Work { static void run() {} } class Other {}` | Work.run()
            """)
    void callsRunOfClass(String text, String call) throws Exception {
        SnippetFile file = read(text);

        assertThat(file.snippet()).isEqualTo(call);
        assertThat(file.source()).hasValueSatisfying(source -> assertThat(source.getCharContent(true))
                .isEqualTo(text));
    }

    @ParameterizedTest
    @ValueSource(strings = {"1 + 1", "int a = 1;\nreturn a;", "import java.util.*;\nList.of()", "", "class {"})
    void treatsOtherTextAsStatements(String text) throws Exception {
        SnippetFile file = read(text);

        assertThat(file.snippet()).isEqualTo(text);
        assertThat(file.source()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "static void other() {}",
                "void run() {}",
                "static void run(int a) {}",
                "private static void run() {}",
                ""
            })
    void rejectsClassWithoutRun(String members) throws Exception {
        Path file = Files.writeString(folder.resolve("None.java"), "class None { " + members + " }");

        assertThat(message(file)).isEqualTo(file + ": class None has no static method run() without parameters.");
    }

    @Test
    void namesMissingFile() {
        Path missing = folder.resolve("Missing.java");

        assertThat(message(missing)).isEqualTo(missing + " cannot be read: there is no such file.");
    }

    @Test
    void rejectsFolder() throws Exception {
        Path directory = Files.createDirectory(folder.resolve("Folder.java"));

        assertThat(message(directory))
                .startsWith(directory + " cannot be read: ")
                .doesNotContain("no such file");
    }
}
