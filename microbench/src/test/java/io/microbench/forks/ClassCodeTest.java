// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Changes sources as commits do, compiles both versions, and compares the code of the classes that a benchmark loads.
 */
class ClassCodeTest {

    private static final List<String> LOADED = List.of("a.Bench", "a.Base", "a.Shape", "a.Limits");

    private static final Map<String, String> SOURCES = Map.of(
            "Bench",
                    "package a; class Bench extends Base implements Shape { int run() { return size() + area() + Limits.MOST; } }",
            "Base", "package a; class Base { int size() { return 1; } }",
            "Shape", "package a; interface Shape { default int area() { return 2; } }",
            "Limits", "package a; class Limits { static final int MOST = 3; }",
            "Other", "package a; class Other { int other() { return 4; } }");

    @TempDir
    private Path temp;

    @Test
    void ignoresCommentsLineNumbersAndUnrelatedClasses() throws IOException {
        assertThat(changed("Base", "package a;\n\n// A comment.\nclass Base {\n  int size() { return 1; } }"))
                .isEmpty();
        assertThat(changed("Other", "package a; class Other { int other() { return 5; } }"))
                .isEmpty();
        assertThat(changed("More", "package a; class More { }")).isEmpty();
    }

    @Test
    void includesBenchmarkSuperclassesAndDefaultMethods() throws IOException {
        assertThat(changed("Base", "package a; class Base { int size() { return 9; } }"))
                .contains("a.Base");
        assertThat(changed("Shape", "package a; interface Shape { default int area() { return 9; } }"))
                .contains("a.Shape");
        assertThat(changed("Bench", "package a; class Bench extends Base implements Shape { int run() { return 0; } }"))
                .contains("a.Bench");
    }

    @Test
    void detectsChangedConstantWhereItWasInlined() throws IOException {
        // Classes that use its constant do not load Limits.
        Map<String, String> before = code("before", SOURCES, "Limits");
        Map<String, String> after =
                code("after", with("Limits", "package a; class Limits { static final int MOST = 9; }"), "Limits");

        assertThat(ClassCode.differences(before, after)).contains("a.Bench");
    }

    @Test
    void includesResourcesButNotBuildStamps() throws IOException {
        Path before = compiled("before", SOURCES);
        Path after = compiled("after", SOURCES);
        for (Path each : List.of(before, after)) {
            write(each, "META-INF/services/a.Shape", "a.Bench");
            write(each, "META-INF/maven/g/a/pom.properties", "built " + each);
            write(each, "META-INF/MANIFEST.MF", "Built: " + each);
            write(each, "git.properties", "commit=" + each);
        }
        assertThat(difference(before, after)).isEmpty();

        write(after, "META-INF/services/a.Shape", "a.Other");
        assertThat(difference(before, after)).contains("files in after");

        write(after, "META-INF/services/a.Shape", "a.Bench");
        write(after, "words.txt", "new");
        assertThat(difference(before, after)).contains("files in after");
    }

    @Test
    void treatsJarLikeItsFolder() throws IOException {
        Path folder = compiled("folder", SOURCES);
        write(folder, "words.txt", "same");
        Path one = jar(folder, "lib-1.0.jar");
        Path two = jar(folder, "lib-1.1.jar");

        assertThat(difference(one, two)).isEmpty();
        assertThat(difference(folder, one)).isEmpty();
    }

    @Test
    void digestsAnotherClassPathLikeItsOwn() throws IOException {
        String one = compiled("one", SOURCES).toString();
        String two = compiled("two", with("Base", "package a; class Base { int size() { return 9; } }"))
                .toString();

        assertThat(new ClassCode(List.of(one)).content(new ClassCode(List.of(two, one))))
                .isPresent()
                .isEqualTo(new ClassCode(List.of(two, one)).content());
    }

    @Test
    void detectsRemovedClass() throws IOException {
        Path before = compiled("before", SOURCES);
        Path after = compiled("after", SOURCES);
        Files.delete(after.resolve("a/Base.class"));

        assertThat(difference(before, after)).contains("a.Base");
    }

    @Test
    void comparesBytesOfClassFileThatIsTooNew() throws IOException {
        byte[] file = Files.readAllBytes(compiled("plain", SOURCES).resolve("a/Base.class"));
        byte[] newer = file.clone();
        newer[7] = (byte) 200;

        assertThat(ClassCode.code(newer)).isNotEqualTo(ClassCode.code(file)).hasSize(16);
    }

    private List<String> changed(String name, String source) throws IOException {
        return ClassCode.differences(code("before", SOURCES, ""), code("after", with(name, source), ""));
    }

    private static Map<String, String> with(String name, String source) {
        Map<String, String> all = new java.util.TreeMap<>(SOURCES);
        all.put(name, source);
        return all;
    }

    private Map<String, String> code(String folder, Map<String, String> sources, String notLoaded) throws IOException {
        return new ClassCode(List.of(compiled(folder, sources).toString()))
                .of(LOADED.stream()
                        .filter(name -> !name.equals("a." + notLoaded))
                        .toList());
    }

    private static List<String> difference(Path before, Path after) {
        return ClassCode.differences(
                new ClassCode(List.of(before.toString())).of(LOADED),
                new ClassCode(List.of(after.toString())).of(LOADED));
    }

    private Path compiled(String name, Map<String, String> sources) throws IOException {
        Path folder = Files.createTempDirectory(temp, name).resolve(name);
        Files.createDirectories(folder);
        List<String> arguments = new ArrayList<>(List.of("-g", "-proc:none", "-d", folder.toString()));
        for (Map.Entry<String, String> source : sources.entrySet()) {
            Path file = folder.resolveSibling(source.getKey() + ".java");
            Files.writeString(file, source.getValue());
            arguments.add(file.toString());
        }
        int status = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler())
                .run(null, null, null, arguments.toArray(String[]::new));
        assertThat(status).isZero();
        return folder;
    }

    private static void write(Path folder, String name, String text) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }

    private Path jar(Path folder, String name) throws IOException {
        Path jar = temp.resolve(name);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out);
                Stream<Path> walked = Files.walk(folder)) {
            for (Path file : walked.filter(Files::isRegularFile).toList()) {
                entries.putNextEntry(new JarEntry(folder.relativize(file).toString()));
                entries.write(Files.readAllBytes(file));
                entries.closeEntry();
            }
        }
        return jar;
    }
}
