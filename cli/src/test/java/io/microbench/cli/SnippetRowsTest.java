// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.SnippetScreen.SnippetRows;
import io.microbench.snippet.SnippetListener.Progress;
import io.microbench.text.ConsoleStyle;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SnippetRowsTest {

    private static final ConsoleStyle PLAIN = ConsoleStyle.plain();
    private static final int MANY = 20;

    private final SnippetRows rows = new SnippetRows();

    private void take(String name, int fork, double part, double nanos, boolean warmup) {
        rows.take(new Progress(name, fork, 3, part, nanos, 1, warmup));
    }

    private List<String> lines(int width) {
        return rows.lines(PLAIN, width, MANY);
    }

    @Test
    void eachSnippetHasALineWithABarTimeRateAndFork() {
        take("Math.sqrt(x)", 1, 0.1, 12, true);
        take("fast", 2, 1, 2, false);

        assertThat(lines(79))
                .containsExactly(
                        "Math.sqrt(x)  ----------     12 ns   83.33 M/s  warming up",
                        "fast          ■■■■■■----      2 ns     500 M/s  fork 2/3");
    }

    @Test
    void theValueIsRefinedByEachSampleAndNotByWarmUp() {
        take("a", 1, 0.1, 500, true);
        assertThat(lines(79).get(0)).contains(" 500 ns", "warming up");
        take("a", 1, 1, 100, false);
        assertThat(lines(79).get(0)).contains("100.00 ns", "fork 1/3");
        take("a", 2, 0.1, 500, true);
        assertThat(lines(79).get(0)).contains("100.00 ns", "fork 2/3");
        take("a", 2, 1, 400, false);
        assertThat(lines(79).get(0)).contains("200.00 ns", "fork 2/3");
    }

    @Test
    void inFortyColumnsThereIsLessAndItFits() {
        take("ThreadLocalRandom.current().nextInt()", 1, 1, 0.92, false);
        take("new Random().nextInt()", 1, 0.2, 123.4, true);

        assertThat(lines(39))
                .containsExactly("ThreadLocalRand…  ■----   0.92 ns 1/3", "new Random().ne…  ----- 123.40 ns warm")
                .allMatch(line -> line.length() <= 39);
        assertThat(lines(19)).allMatch(line -> line.length() <= 25);
    }

    @Test
    void aConsoleWithoutSuchSignsHasOthers() {
        take("a long name of a snippet", 3, 1, 1500, false);

        assertThat(rows.lines(new ConsoleStyle(0, false, false), 39, MANY))
                .containsExactly("a long name of .  #####   1.50 us 3/3");
    }

    @Test
    void ofManyTheLastOnesAreShown() {
        IntStream.range(0, 30).forEach(i -> take("snippet " + i, 1, 1, 1, false));

        assertThat(rows.lines(PLAIN, 79, 5)).hasSize(5).allMatch(line -> line.matches("snippet 2[5-9] .*"));
    }

    @Test
    void moreForksThanPlannedKeepTheBarFull() {
        take("a", 7, 0.5, 1, false);

        assertThat(lines(79)).containsExactly("a  ■■■■■■■■■■      1 ns       1 G/s  fork 7/7");
    }

    @Test
    void aNameThatWouldMoveTheCursorDoesNot() {
        take("a\u001B[2Jb", 1, 1, 1, false);

        assertThat(lines(79).get(0)).startsWith("a [2Jb  ■■■");
    }

    @Test
    void inWordsItSaysHowManyForksThereMayBe() {
        take("a", 1, 1, 2, false);

        assertThat(rows.sentence("a")).isEqualTo("a: 2 ns, 500 M/s after fork 1 of at most 3");
    }
}
