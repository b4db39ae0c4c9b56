// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.snippet.CompileReport.Problems;
import io.microbench.snippet.Generated.Place;
import io.microbench.snippet.Hooks.Field;
import io.microbench.snippet.Snippet.Part;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.Collectors;
import javax.tools.Diagnostic;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HookReaderTest {

    private static final String HEADER = "import java.util.*;\nclass MicrobenchSnippet {\nstatic int n;\n";

    private final Javac javac = Javac.open(List.of(), false, OptionalInt.empty());

    @AfterEach
    void close() {
        javac.close();
    }

    private Hooks read(Snippet snippet) throws Problems {
        return new HookReader(snippet, HEADER, javac).read();
    }

    private Problems problems(Snippet snippet) {
        return assertThatExceptionOfType(Problems.class)
                .isThrownBy(() -> read(snippet))
                .actual();
    }

    private static String fields(List<Field> fields) {
        return fields.stream().map(f -> f.type() + " " + f.name()).collect(Collectors.joining(", "));
    }

    private static String text(Generated generated) {
        return generated.text().replaceAll("\\s+", " ").strip();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', nullValues = "-", textBlock = """
            int a = 1, b                    | int a, int b           | a = 1;
            final int a = 1;                | int a                  | a = 1;
            int a[] = {1, 2};               | int[] a                | a = new int[]{1, 2};
            int[][] a = {{1}, {2}}          | int[][] a              | a = new int[][]{{1}, {2}};
            int[] a = new int[] {1}         | int[] a                | a = new int[] {1};
            int a; if (n > 0) { a = 1; }    | int a                  | if (n > 0) { a = 1; }
            var a = new Object() { int b; } | java.lang.Object a     | a = new Object() { int b; };
            var a = List.of(1, "a")         | java.util.List a       | a = List.of(1, "a");
            Runnable a = () -> { int b; }   | java.lang.Runnable a   | a = () -> { int b; };
            n                               | int shared             | shared = ( n );
            n;; ;                           | int shared             | shared = ( n );
            """)
    void splitsDeclarationIntoFieldAndAssignment(String init, String fields, String statements) throws Exception {
        Hooks hooks = read(Snippet.of("1").init(init));

        assertThat(fields(hooks.shared())).isEqualTo(fields);
        assertThat(text(hooks.init())).isEqualTo(statements);
        assertThat(hooks.worker()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"n++;", "n = 5;", "n += 2;", "System.gc();", "for (int i = 0; i < n; i++) { int a = i; }"})
    void keepsStatementsWithoutValue(String init) throws Exception {
        Hooks hooks = read(Snippet.of("1").init(init));

        assertThat(text(hooks.init())).isEqualTo(init);
        assertThat(hooks.shared()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"enum A { B }", "interface A {}", "record A(int b) {}", "final class A { int b = 1; }"})
    void turnsTypesIntoMembers(String declaration) throws Exception {
        Hooks hooks = read(Snippet.of("1").initWorker(declaration));

        assertThat(hooks.types().stream().map(HookReaderTest::text)).containsExactly("static " + declaration);
        assertThat(hooks.initWorker().text()).isEmpty();
    }

    @Test
    void acceptsVariableOfDeclaredType() throws Exception {
        Hooks hooks = read(Snippet.of("1").init("record P(int x) {}").initWorker("var all = List.of(new P(1))"));

        assertThat(fields(hooks.worker())).isEqualTo("java.util.List<P> all");
    }

    @Test
    void returnsNothingWithoutHooks() throws Exception {
        Hooks hooks = read(Snippet.of("1").init(" \n").before("\t"));

        assertThat(hooks.shared()).isEmpty();
        assertThat(hooks.worker()).isEmpty();
        assertThat(hooks.init().text()).isEmpty();
    }

    @Test
    void ignoresEmptyStatements() throws Exception {
        assertThat(read(Snippet.of("1").init(";;")).init().text()).isEmpty();
    }

    @Test
    void declaresNamesOfUsedParts() throws Exception {
        Hooks hooks = read(Snippet.of("1").init("int a = 1").initWorker("a + 1").before("int b = worker"));

        assertThat(List.of("a", "worker", "b")).allMatch(hooks::declares);
        assertThat(List.of("given", "shared", "c")).noneMatch(hooks::declares);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            int a = "b"          | 8
            int a = 1; int a = 2 | 15
            missing()            | 0
            """)
    void locatesErrorInItsPart(String init, int offset) {
        Problems problems = problems(Snippet.of("1").init(init));

        assertThat(problems.errors().stream()
                        .map(Diagnostic::getPosition)
                        .flatMap(position -> problems.text().place(position).stream()))
                .containsExactly(new Place(Part.INIT, offset));
    }
}
