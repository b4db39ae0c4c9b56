// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.process.OutputTail.LineSplitter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LineSplitterTest {

    private final List<String> lines = new ArrayList<>();
    private final LineSplitter splitter = new LineSplitter(10, lines::add);

    private void write(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        splitter.write(bytes, 0, bytes.length);
    }

    @Test
    void splitsAtBothKindsOfLineEnds() {
        write("one\ntwo\r\n\nfour\n");

        assertThat(lines).containsExactly("one", "two", "", "four");
    }

    @Test
    void waitsForEndOfLine() {
        write("on");
        assertThat(lines).isEmpty();
        write("e\n");
        assertThat(lines).containsExactly("one");
    }

    @Test
    void joinsCharacterFromPieces() {
        for (byte b : "a→😀\n".getBytes(StandardCharsets.UTF_8)) {
            splitter.write(new byte[] {0, b, 0}, 1, 1);
        }

        assertThat(lines).containsExactly("a→😀");
    }

    @Test
    void cutsLongLineAndResumesWithNext() {
        write("0123456789abc\nnext\n");

        assertThat(lines).containsExactly("0123456789 ...", "next");
    }

    @Test
    void acceptsLongLineInPieces() {
        write("0123456");
        write("789");
        write("abc");
        write("def\n0123456789\nne");
        write("xt\n");

        assertThat(lines).containsExactly("0123456789 ...", "0123456789", "next");
    }

    @Test
    void passesUnfinishedLineOnce() {
        write("tail");
        splitter.finish();
        splitter.finish();

        assertThat(lines).containsExactly("tail");
    }
}
