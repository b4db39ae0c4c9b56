// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.forks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@EnabledOnOs(value = OS.LINUX, disabledReason = "the script of other systems has other options")
class TerminalTest {

    private final List<Process> scripts = new ArrayList<>();

    /** Opens a terminal that lasts as long as the test. */
    private File terminal() throws IOException {
        Process script = new ProcessBuilder("script", "-qfc", "tty; exec sleep 120", "/dev/null").start();
        scripts.add(script);
        BufferedReader out =
                new BufferedReader(new InputStreamReader(script.getInputStream(), StandardCharsets.US_ASCII));
        return new File(String.valueOf(out.readLine()).strip());
    }

    @AfterEach
    void close() {
        for (Process script : scripts) {
            script.descendants().forEach(ProcessHandle::destroyForcibly);
            script.destroyForcibly();
        }
    }

    @Test
    void aTerminalHandsOutKeysAndIsGivenBackAsItWas() throws IOException {
        ProcessBuilder.Redirect terminal = ProcessBuilder.Redirect.from(terminal());
        String before = Terminal.stty(terminal, "-g").orElseThrow();
        assertThat(before).matches("[0-9a-f:]+");

        assertThat(Terminal.stty(terminal, "-icanon", "-echo", "min", "1")).contains("");
        assertThat(Terminal.stty(terminal, "-a").orElseThrow()).contains(" -icanon ", " -echo ");

        assertThat(Terminal.stty(terminal, before)).contains("");
        assertThat(Terminal.stty(terminal, "-g")).contains(before);
    }

    @Test
    void whatIsNoTerminalHasNoSettings() {
        assertThat(Terminal.stty(ProcessBuilder.Redirect.from(new File("/dev/null")), "-g"))
                .isEmpty();
        assertThat(Terminal.stty(ProcessBuilder.Redirect.from(new File("/dev/no-terminal")), "-g"))
                .isEmpty();
    }
}
