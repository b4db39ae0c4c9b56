// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class StoreMicrobenchmarkTest {

    private static final String CASES = "microbench.cases";

    private final Optional<String> before = Optional.ofNullable(System.getProperty(CASES));

    @AfterEach
    void restoreCases() {
        before.ifPresentOrElse(cases -> System.setProperty(CASES, cases), () -> System.clearProperty(CASES));
    }

    private static String printed(String cases, String warning) {
        System.setProperty(CASES, cases);
        PrintStream err = System.err;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));
        try {
            StoreMicrobenchmark.warnIfRequested(warning);
        } finally {
            System.setErr(err);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    @Test
    void warnsOnlyAboutRequestedBackends() {
        String warning = "The store backend rare is left out: it is not here";

        assertThat(printed("*.insert:backend=log", warning)).isEmpty();
        assertThat(printed("*.insert:backend=log;*.insert:backend=rare", warning))
                .startsWith("# " + warning);
        assertThat(printed("*.insert", warning.replace("rare", "other"))).startsWith("# The store backend other");
    }
}
