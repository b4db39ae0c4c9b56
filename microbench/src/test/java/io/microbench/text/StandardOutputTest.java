// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StandardOutputTest {

    @ParameterizedTest
    @CsvSource({"No space left on device, true", "Broken pipe, false"})
    void reportsWriteErrorUnlessReaderHasGone(String reason, boolean told) {
        StandardOutput output = new StandardOutput(new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new IOException(reason);
            }
        });
        assertThat(output.problem()).isEmpty();

        new PrintStream(output, true, StandardCharsets.UTF_8).println("result");

        assertThat(output.problem().isPresent()).isEqualTo(told);
    }

    @Test
    void reportsThatItWasClosed() {
        StandardOutput output = new StandardOutput(OutputStream.nullOutputStream());

        new PrintStream(output, true, StandardCharsets.UTF_8).close();

        assertThat(output.exitStatus(0, "microbench", new PrintStream(OutputStream.nullOutputStream())))
                .isEqualTo(2);
        assertThat(output.problem()).contains("System.out was closed. Remove the call from the benchmark.");
    }
}
