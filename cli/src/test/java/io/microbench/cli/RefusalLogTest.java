// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.cli.NodeCommand.RefusalLog;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RefusalLogTest {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final AtomicLong clock = new AtomicLong(-5);
    private final RefusalLog log = new RefusalLog(new PrintStream(out, true, StandardCharsets.UTF_8), clock::get);

    private void refuse(int callers) {
        for (int i = 1; i <= callers; i++) {
            log.refused("127.0.0.1:" + i, "another key");
        }
    }

    private List<String> lines() {
        return out.toString(StandardCharsets.UTF_8).lines().toList();
    }

    @Test
    void limitsLinesPerMinute() {
        refuse(55_000);

        assertThat(lines()).hasSize(RefusalLog.MOST + 1).startsWith("# Refused 127.0.0.1:1: another key");
        assertThat(lines().get(RefusalLog.MOST))
                .isEqualTo("# Refused more than 10 connections within a minute; the others are not printed.");

        clock.addAndGet(Duration.ofMinutes(1).toNanos());
        refuse(1);
        assertThat(lines().subList(RefusalLog.MOST + 1, lines().size()))
                .containsExactly("# Refused 127.0.0.1:1: another key");
    }

    @Test
    void printsAllOfAFewRefusals() {
        for (int minute = 0; minute < 5; minute++) {
            refuse(RefusalLog.MOST);
            clock.addAndGet(Duration.ofMinutes(1).toNanos());
        }

        assertThat(lines()).hasSize(5 * RefusalLog.MOST).allMatch(line -> line.endsWith("another key"));
    }
}
