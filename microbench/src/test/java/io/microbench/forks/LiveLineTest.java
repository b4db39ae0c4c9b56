// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.forks.Terminal.LiveLine;
import io.microbench.process.ParentProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiveLineTest {

    private final Terminal terminal = new Terminal();

    private static final class Terminal extends ByteArrayOutputStream {
        private int closed;

        String taken() {
            String text = toString(StandardCharsets.UTF_8);
            reset();
            return text;
        }

        @Override
        public void close() {
            closed++;
        }
    }

    private LiveLine line() {
        return LiveLine.on(terminal, new LiveLine.Size(24, 20));
    }

    @Test
    void takesTheLastRowOutOfTheScrollingRegion() {
        line();

        assertThat(terminal.taken()).isEqualTo("\n\0337\033[1;23r\0338\033[1A");
    }

    @Test
    void writesIntoTheLastRowAndPutsTheCursorBack() {
        LiveLine line = line();
        terminal.taken();
        line.show("42 %");

        assertThat(terminal.taken()).isEqualTo("\0337\033[24;1H\033[K42 %\0338");
    }

    @Test
    void cutsWhatWouldWrap() {
        LiveLine line = line();
        terminal.taken();
        line.show("x".repeat(21));

        assertThat(terminal.taken()).contains("x".repeat(20)).doesNotContain("x".repeat(21));
    }

    @Test
    void givesTheRowBackOnceAndSaysNothingAfterwards() {
        LiveLine line = line();
        terminal.taken();
        line.close();

        assertThat(terminal.taken()).isEqualTo("\0337\033[24;1H\033[K\033[r\0338");
        line.close();
        line.show("late");
        assertThat(terminal.taken()).isEmpty();
        assertThat(terminal.closed).isOne();
    }

    @Test
    void survivesATerminalThatGoesAway() {
        OutputStream gone = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException("hung up");
            }
        };
        LiveLine line = LiveLine.on(gone, new LiveLine.Size(24, 80));
        line.show("text");
        line.close();

        assertThat(line).isNotNull();
    }

    @Test
    void keepsQuietWhereNobodyLooks() {
        ParentProcess parent = ParentProcess.find();
        for (Map<String, String> environment :
                List.of(Map.of("CI", "true", "TERM", "xterm"), Map.of("TERM", "dumb"), Map.<String, String>of())) {
            LiveLine line = LiveLine.onTerminal(environment, parent);
            assertThat(line.isShown()).as("%s", environment).isFalse();
        }
    }

    @Test
    void readsTheSizeOfTheTerminal() {
        assertThat(LiveLine.Size.parse("24 80")).contains(new LiveLine.Size(24, 80));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "24", "0 0", "4 80", "24 0", "-1 80", "999999999999 80", "stty: not a tty"})
    void takesNoRowFromWhatIsTooSmallOrNoTerminal(String printed) {
        assertThat(LiveLine.Size.parse(printed)).isEmpty();
    }
}
