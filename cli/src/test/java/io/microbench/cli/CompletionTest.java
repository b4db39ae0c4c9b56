// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/** Tests the completion script in bash. */
@EnabledIf("bashIsThere")
class CompletionTest {

    @TempDir
    Path folder;

    private Path script;

    static boolean bashIsThere() {
        try {
            return new ProcessBuilder("bash", "-c", "true").start().waitFor() == 0;
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @BeforeEach
    void write() throws IOException {
        TestConsole console = new TestConsole();
        assertThat(console.run("completion")).isZero();
        script = Files.writeString(folder.resolve("microbench_completion"), console.out());
    }

    /** Completes the last word, as bash does after Tab. */
    private List<String> completed(String... words) throws Exception {
        String command = "source '" + script + "' && COMP_WORDS=(microbench " + String.join(" ", words) + ")"
                + " && COMP_CWORD=" + words.length + " && _complete_microbench; printf '%s\\n' \"${COMPREPLY[@]}\"";
        Process bash = new ProcessBuilder("bash", "--norc", "-c", command)
                .directory(folder.toFile())
                // compopt warns outside of a completion.
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String printed = new String(bash.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(bash.waitFor(300, TimeUnit.SECONDS)).isTrue();
        return printed.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .toList();
    }

    @Test
    void completesACommand() throws Exception {
        assertThat(completed("environ")).containsExactly("environment");
    }

    @Test
    void completesAnOptionOfACommand() throws Exception {
        assertThat(completed("run", "--warmup-i")).containsExactly("--warmup-iterations");
    }

    @Test
    void offersAllCommands() throws Exception {
        assertThat(completed("''")).contains("compare", "report", "run", "list", "watch", "environment", "completion");
    }
}
