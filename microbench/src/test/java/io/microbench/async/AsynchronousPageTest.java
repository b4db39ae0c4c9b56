// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.async;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.run.CompiledSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Compiles the examples of the page. */
class AsynchronousPageTest {

    private static final Path PAGE = Path.of("..", "src", "docs", "asynchronous.md");
    private static final Pattern CODE = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("public class (\\w+)");

    @TempDir
    Path folder;

    @Test
    void compilesEachExample() throws IOException {
        List<String> examples = CODE.matcher(Files.readString(PAGE))
                .results()
                .map((MatchResult found) -> found.group(1))
                .toList();
        List<Path> compiled = new ArrayList<>();
        for (String example : examples) {
            Matcher name = CLASS.matcher(example);
            assertThat(name.find()).as(example).isTrue();
            Path source = folder.resolve(name.group(1) + ".java");
            Files.writeString(source, example);
            Path classes = folder.resolve("classes");
            CompiledSource.compile(classes, source);
            compiled.add(classes.resolve("com/example").resolve(name.group(1) + ".class"));
        }

        assertThat(compiled).hasSize(2).allSatisfy(file -> assertThat(file).exists());
        assertThat(examples.get(0)).contains("case_100_ms", "case_1000_ms");
        assertThat(examples.get(1)).contains("AsyncWork.completed()");
    }
}
