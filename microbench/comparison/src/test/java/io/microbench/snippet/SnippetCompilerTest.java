// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.microbench.snippet.Question.Workers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SnippetCompilerTest {

    @TempDir
    Path folder;

    private final SnippetCompiler compiler = new SnippetCompiler(question(Map.of()));

    @AfterEach
    void close() {
        compiler.close();
    }

    private static Question question(Map<String, List<String>> inputs) {
        return question(inputs, List.of());
    }

    private static Question question(Map<String, List<String>> inputs, List<Path> classPath) {
        Question usual = Question.of();
        return new Question(
                List.of(),
                List.of("java.lang.invoke.*"),
                classPath,
                inputs,
                usual.sampling(),
                Workers.of(1),
                false,
                usual.order(),
                0,
                usual.timeout(),
                List.of(),
                false,
                usual.check(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                List.of());
    }

    private String compile(Snippet snippet) {
        return compiler.compile(snippet, folder).source().replaceAll("\\s+", " ");
    }

    private String message(Snippet snippet) {
        return String.valueOf(assertThatExceptionOfType(SnippetException.class)
                .isThrownBy(() -> compile(snippet))
                .actual()
                .getMessage());
    }

    private static Snippet snippet(String text, String init, String initWorker, String accumulate) {
        return new Snippet(text, "", init, initWorker, "", accumulate, "", "", "", "");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            1 + 1                                           | blackhole.consume(1 + 1 );
            Math.sqrt(2);                                   | blackhole.consume(Math.sqrt(2) );
            System.gc()                                     | System.gc() ;
            int x = 3; x * 2                                | int x = 3; blackhole.consume( x * 2 );
            int x = 3; return x * 2                         | int x = 3; { blackhole.consume(x * 2 ); return; }
            int x = 3; return x * 2;                        | int x = 3; { blackhole.consume(x * 2 ); return; }
            if (System.nanoTime() > 0) { return 1; } return 2;  | { blackhole.consume(1 ); return; } } { blackhole.consume(2 ); return; }
            Supplier<String> s = () -> { return "a;}"; }; s.get() | () -> { return "a;}"; }; blackhole.consume( s.get() );
            for (int i = 0; i < 3; i++) { Thread.onSpinWait(); } | for (int i = 0; i < 3; i++) { Thread.onSpinWait(); } }
            int[] a = {1, 2}; a[0]                          | int[] a = {1, 2}; blackhole.consume( a[0] );
            new Object() { int two() { return 2; } }.two()  | blackhole.consume(new Object() { int two() { return 2; } }.two() );
            switch (1) { case 1 -> "a"; default -> "b"; }   | blackhole.consume(switch (1) { case 1 -> "a"; default -> "b"; } );
            import java.util.zip.CRC32; new CRC32()         | blackhole.consume( new CRC32() );
            while (true) {}                                 | while (true) {} }
            int[] a = {1, 2}                                | int[] a = {1, 2} ;
            throw new IllegalStateException()               | throw new IllegalStateException() ;
            MethodHandles.lookup()                          | blackhole.consume(MethodHandles.lookup() );
            """)
    void consumesValueOfSnippet(String text, String expected) {
        assertThat(compile(Snippet.of(text))).contains(expected);
    }

    @Test
    void assignsPolyExpressionToVariable() {
        assertThat(compile(snippet("switch (k) { case 1 -> k; default -> 0; }", "Integer k = 1", "", "")))
                .contains("var microbenchTyped = (switch (k) { case 1 -> k; default -> 0; } )")
                .contains("blackhole.consume(microbenchTyped);");
        assertThat(message(Snippet.of("() -> 1"))).contains("this has no type");
    }

    @ParameterizedTest
    @ValueSource(strings = {"org.apache.commons.math3.util.FastMath.sqrt(2)", "new joptsimple.OptionParser()"})
    void hidesLibrariesOfJmh(String text) {
        assertThat(message(Snippet.of(text))).contains("does not exist");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            var map = new HashMap<String, Integer>()     | static java.util.HashMap<java.lang.String,java.lang.Integer> map;
            byte[] b = {1, 2}                            | b = new byte[]{1, 2};
            int a = 1, b = 2;                            | static int b;
            var list = List.of(1, 2)                     | static java.util.List<java.lang.Integer> list;
            record Point(int x) {} var b = new Point(1)  | static record Point(int x) {}
            new AtomicLong()                             | shared = ( new AtomicLong() );
            List<? extends Number> l = List.of(1); var b = l.get(0); | static java.lang.Number b;
            System.gc(); int b = 1                       | System.gc(); b = 1;
            """)
    void turnsDeclarationsOfInitIntoFields(String init, String expected) {
        assertThat(compile(snippet("1", init, "", ""))).contains(expected);
    }

    @Test
    void exposesEarlierDeclarations() {
        String source = compile(snippet("last += worker + a", "int a = 1", "a + 1", "(long) worker"));

        assertThat(source)
                .contains("static int a;", "int worker;", "long last;")
                .contains("worker = ( a + 1 );", "last = ( (long) worker );");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            new AtomicLong()      | shared.get()             | long worker;
            List.of(3)            | shared.get(0);           | java.lang.Integer worker;
            -3                    | Math.abs(shared)         | int worker;
            System.gc()           | Thread.sleep(1);         | Thread.sleep(1);
            """)
    void exposesValueOfInit(String init, String initWorker, String expected) {
        assertThat(compile(snippet("1", init, initWorker, ""))).contains(expected);
    }

    @Test
    void declaresInputsWithTypeOfValues() {
        try (SnippetCompiler typed = new SnippetCompiler(
                question(Map.of("n", List.of("1", "2"), "d", List.of("1", "2.5"), "s", List.of("a"))))) {
            assertThat(typed.compile(Snippet.of("n + d + s.length()"), folder).source())
                    .contains("static int n;", "static double d;", "static String s;");
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            java.lang.Math::abs(int:-1)             | java.lang.Math.abs(argument1)             | static int argument1 = -1;
            Math::max(long:3, long:4)               | Math.max(argument1, argument2)            | static long argument2 = 4L;
            String::length(String:abc)              | argument1.length()                        | static String argument1 = "abc";
            java.util.ArrayList::new                | new java.util.ArrayList()                 | call(
            System::nanoTime                        | System.nanoTime()                         | call(
            """)
    void compilesMethodReferenceToDirectCall(String text, String call, String field) {
        assertThat(compile(Snippet.of(text))).contains("blackhole.consume(" + call, field);
    }

    @Test
    void namesMissingFile() {
        assertThat(message(Snippet.of("missing.java"))).startsWith("missing.java cannot be read");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            Math.foo(1)          | snippet, line 1, column 5: cannot find symbol: method foo(int) in class java.lang.Math
            Thread.sleep(worker) | snippet, line 1, column 14: cannot find symbol: variable worker; worker requires init-worker
            shared.get()         | snippet, line 1, column 1: cannot find symbol: variable shared; shared requires init
            last + 1             | snippet, line 1, column 1: cannot find symbol: variable last; last requires accumulate
            Math::abz(int:1)     | snippet, line 1, column 5: cannot find symbol: method abz(int) in class java.lang.Math
            Math::max(int:1)     | snippet, line 1, column 5: no suitable method found for max(int)
            String::size(String:abc) | snippet, line 1, column 7: cannot find symbol: method size(java.lang.String) in class java.lang.String
            com.acme.None::it    | snippet, line 1, column 9: package com.acme does not exist
            1 +                  | snippet, line 1, column 4: illegal start of expression
            x -> x               | snippet, line 1, column 1: this has no type. Add a cast, as in (Runnable) () -> work()
            com.acme.Codec.x()   | snippet, line 1, column 9: package com.acme does not exist
            """)
    void locatesError(String text, String line) {
        assertThat(message(Snippet.of(text)).lines().toList().get(1)).startsWith(line);
        assertThat(message(Snippet.of(text))).doesNotContain("MicrobenchSnippet", "blackhole");
    }

    @Test
    void locatesErrorInHook() {
        assertThat(message(snippet("1", "int x = 1;\nvar y = z;", "", "")).lines())
                .containsExactly(
                        "\"1\" does not compile",
                        "init, line 2, column 9: cannot find symbol: variable z",
                        "  var y = z;",
                        "          ^");
    }

    @Test
    void reportsStackOverflowOfCompiler() {
        assertThat(message(Snippet.of("1" + " + x".repeat(20_000))))
                .startsWith("The compiler failed: java.lang.StackOverflowError. ");
    }

    @Test
    void abbreviatesLongSnippetInMessage() {
        String ones = "1 + ".repeat(300);
        List<String> lines =
                message(Snippet.of(ones + "x + " + ones + "1")).lines().toList();

        assertThat(lines.get(0)).endsWith("...\" does not compile").hasSizeLessThan(110);
        assertThat(lines.get(1)).isEqualTo("snippet, line 1, column 1201: cannot find symbol: variable x");
        assertThat(lines.get(2)).startsWith("  ...").endsWith("...").hasSizeLessThan(110);
        assertThat(lines.get(2).charAt(lines.get(3).indexOf('^'))).isEqualTo('x');
    }

    @ParameterizedTest
    @ValueSource(strings = {"class A { static int run() { return 1; } static int other() { return 2; } }", "1 + 1"})
    void acceptsFileWithClassOrStatements(String text) throws Exception {
        Path file = Files.writeString(folder.resolve("A.java"), text);

        assertThat(compile(Snippet.of(file.toString()))).contains("blackhole.consume(");
    }
}
