// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.snippet.Javac.Source;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JavacTest {

    private static final Source GOOD = new Source("Good.java", "class Good { Other other; }");
    private static final Source OTHER = new Source("Other.java", "class Other {}");
    private static final Source BAD = new Source("Bad.java", "class Bad { Missing one; }");

    @TempDir
    Path folder;

    private final Javac javac = Javac.open(List.of(), false, OptionalInt.empty());
    private final List<String> taken = new ArrayList<>();

    @AfterEach
    void close() {
        javac.close();
    }

    private void take(Javac.Parsed parsed) {
        taken.add(parsed.unit().getTypeDecls().get(0).toString().strip().split(" ", -1)[1]);
    }

    private List<String> messages(String member) {
        return javac.analyse(new Source("A.java", "class A { " + member + " }"), List.of(), this::take).stream()
                .map(Javac::message)
                .toList();
    }

    @Test
    void writesClassFilesAndPassesMainSource() {
        assertThat(javac.compile(folder, GOOD, List.of(OTHER), this::take)).isEmpty();

        assertThat(folder.resolve("Good.class")).isNotEmptyFile();
        assertThat(folder.resolve("Other.class")).isNotEmptyFile();
        assertThat(taken).containsExactly("Good");
    }

    @Test
    void compilesForOlderRelease() throws Exception {
        Source newer = new Source("Newer.java", "class Newer { Object hex = java.util.HexFormat.of(); }");

        try (Javac older = Javac.open(List.of(), false, OptionalInt.of(16))) {
            assertThat(older.compile(folder, newer, List.of(), this::take))
                    .extracting(Javac::message)
                    .containsExactly("cannot find symbol: class HexFormat in package java.util");
            assertThat(older.compile(folder, GOOD, List.of(OTHER), this::take)).isEmpty();
        }
        assertThat(majorVersion(folder.resolve("Good.class"))).isEqualTo(60);
        assertThat(javac.compile(folder, newer, List.of(), this::take)).isEmpty();
    }

    private static int majorVersion(Path file) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(file)).getShort(6);
    }

    @Test
    void writesNothingOnError() {
        assertThat(javac.compile(folder, BAD, List.of(OTHER), this::take)).hasSize(1);

        assertThat(folder).isEmptyDirectory();
        assertThat(taken).isEmpty();
    }

    @Test
    void compilesSeveralSources() {
        assertThat(javac.compile(folder, BAD, List.of(), this::take)).hasSize(1);
        assertThat(javac.compile(folder, OTHER, List.of(), this::take)).isEmpty();
    }

    @Test
    void findsClassesOnClassPath() {
        javac.compile(folder, OTHER, List.of(), this::take);
        try (Javac with = Javac.open(List.of(folder.toString()), false, OptionalInt.empty())) {
            assertThat(with.analyse(GOOD, List.of(), this::take)).isEmpty();
        }
        assertThat(javac.analyse(GOOD, List.of(), this::take)).hasSize(1);
        assertThat(javac.analyse(GOOD, List.of(OTHER), this::take)).isEmpty();
    }

    @Test
    void parsesWithoutResolvingTypes() {
        assertThat(javac.parse(BAD).errors()).isEmpty();
        assertThat(javac.parse(new Source("A.java", "class A { int = 1; }")).errors())
                .hasSize(1);
    }

    @Test
    void ignoresWarnings() {
        assertThat(messages("java.util.List<String> all = new java.util.ArrayList();"))
                .isEmpty();
        assertThat(taken).containsExactly("A");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            int a = "b";          | incompatible types: java.lang.String cannot be converted to int
            int a = b;            | cannot find symbol: variable b in class A
            int a = "b".c();      | cannot find symbol: method c() in class java.lang.String
            void a() { return 1; }| incompatible types: unexpected return value
            int a = Math.abs("b"); | no suitable method found for abs(java.lang.String); method java.lang.Math.abs(int) is not applicable
            int a() { }           | missing return statement
            """)
    void formatsMessageInOneLine(String member, String message) {
        assertThat(messages(member))
                .singleElement()
                .asString()
                .startsWith(message)
                .doesNotContain("\n");
    }
}
