// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.process.OutputTail.LineSplitter;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class OutputTailTest {

    private final OutputTail tail = new OutputTail();

    private static void write(LineSplitter source, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        source.write(bytes, 0, bytes.length);
    }

    @Test
    void keepsLastLines() {
        LineSplitter source = tail.source();
        IntStream.rangeClosed(1, 1000).forEach(i -> write(source, "line " + i + "\n"));

        assertThat(tail.lines())
                .hasSize(OutputTail.MAX_LINES)
                .startsWith("line 961")
                .endsWith("line 1000");
    }

    @Test
    void keepsBeginningOfLongLine() {
        write(tail.source(), "x".repeat(5_000_000));
        tail.add("y".repeat(5_000_000));

        assertThat(tail.lines())
                .allSatisfy(line ->
                        assertThat(line).hasSize(OutputTail.MAX_LINE_BYTES + 4).endsWith(" ..."));
    }

    @Test
    void keepsLinesOfTwoSourcesApart() {
        LineSplitter out = tail.source();
        LineSplitter err = tail.source();
        write(out, "from ");
        write(err, "from err\n");
        tail.add("from JMH");
        write(out, "out\n");

        assertThat(tail.lines()).containsExactly("from err", "from JMH", "from out");
    }

    @Test
    void includesUnfinishedLinesOfEverySource() {
        write(tail.source(), "a");
        write(tail.source(), "b");

        assertThat(tail.lines()).containsExactly("a", "b");
    }

    @Test
    @Timeout(300)
    void canBeReadDuringWrites() throws InterruptedException {
        LineSplitter source = tail.source();
        CountDownLatch begun = new CountDownLatch(1);
        Thread writer = new Thread(() -> {
            for (int i = 0; i < 20_000; i++) {
                write(source, "line\n");
                begun.countDown();
            }
        });
        writer.start();
        begun.await();
        while (writer.isAlive()) {
            assertThat(tail.lines())
                    .hasSizeLessThanOrEqualTo(OutputTail.MAX_LINES)
                    .allMatch("line"::startsWith);
        }
        assertThat(tail.lines()).hasSize(OutputTail.MAX_LINES);
    }
}
