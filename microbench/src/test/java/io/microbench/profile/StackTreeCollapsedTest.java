// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import io.microbench.profile.StackTree.StackFrame;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StackTreeCollapsedTest {

    @TempDir
    Path folder;

    private StackTree read(String text) throws Exception {
        return StackTree.collapsed(Files.writeString(folder.resolve("a.txt"), text));
    }

    @Test
    void readsOneStackPerLine() throws Exception {
        StackTree tree = read("a.B.c;operator new(unsigned long) 2\n\na.B.c 5\n");

        assertThat(tree.samples()).isEqualTo(7);
        assertThat(tree.roots())
                .containsExactly(new StackFrame(
                        "a.B.c", 5, 7, List.of(new StackFrame("operator new(unsigned long)", 2, 2, List.of()))));
    }

    @Test
    void returnsNoSamplesForEmptyFile() throws Exception {
        assertThat(read("").samples()).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a;b", "a;b x", "7", " 7", "a 0", "a -1", "a 99999999999999999999"})
    void namesLineOfOtherFormat(String line) {
        assertThatIOException()
                .isThrownBy(() -> read("a 1\n" + line + "\n"))
                .withMessageContaining("a.txt, line 2: expected methods separated by semicolons");
    }
}
