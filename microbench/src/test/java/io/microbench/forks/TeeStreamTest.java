// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.process.OutputTail;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class TeeStreamTest {

    private final PrintStream realOut = System.out;
    private final PrintStream realErr = System.err;
    private final ByteArrayOutputStream seen = new ByteArrayOutputStream();
    private final PrintStream out = new PrintStream(seen, true, StandardCharsets.UTF_8);
    private final PrintStream err = new PrintStream(seen, true, StandardCharsets.UTF_8);
    private final OutputTail tail = new OutputTail();

    @BeforeEach
    void replace() {
        System.setOut(out);
        System.setErr(err);
    }

    @AfterEach
    void restore() {
        System.setOut(realOut);
        System.setErr(realErr);
    }

    @Test
    void copiesBothStreams() throws Exception {
        try (TeeStream.Installed tee = TeeStream.install(tail)) {
            System.out.write("to öut\n".getBytes(StandardCharsets.UTF_8));
            System.err.print("to ");
            System.err.print('e');
            System.err.println("rr");
        }

        assertThat(tail.lines()).containsExactly("to öut", "to err");
        assertThat(seen.toString(StandardCharsets.UTF_8)).isEqualToNormalizingNewlines("to öut\nto err\n");
    }

    @Test
    void restoresStreams() {
        TeeStream.install(tail).close();
        System.out.println("after");

        assertThat(System.out).isSameAs(out);
        assertThat(System.err).isSameAs(err);
        assertThat(tail.lines()).isEmpty();
    }

    @Test
    void keepsStreamReplacedByOthers() {
        PrintStream other = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        TeeStream.Installed tee = TeeStream.install(tail);
        System.setOut(other);
        tee.close();

        assertThat(System.out).isSameAs(other);
        assertThat(System.err).isSameAs(err);
    }
}
