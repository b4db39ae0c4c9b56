// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import static org.assertj.core.api.Assertions.assertThat;

import io.microbench.run.JavaChild;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Starts a JVM with a fake git on its path. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "the fake git is a shell script")
@Timeout(300)
class WorkingCopyTest {

    @TempDir
    Path folder;

    /** Runs git with the given arguments, within the milliseconds of the first argument. */
    public static final class Asking {

        private Asking() {}

        public static void main(String[] arguments) {
            Duration limit = Duration.ofMillis(Long.parseLong(arguments[0]));
            String[] question = List.of(arguments).subList(1, arguments.length).toArray(String[]::new);
            System.out.println("answer: " + WorkingCopy.git(limit, question));
        }
    }

    private List<String> ask(String script, String... arguments) throws Exception {
        Path bin = Files.createDirectory(folder.resolve("bin"));
        Path git = Files.writeString(bin.resolve("git"), "#!/bin/sh\n" + script);
        assertThat(git.toFile().setExecutable(true)).isTrue();
        Map<String, String> path = Map.of("PATH", bin + ":" + System.getenv("PATH"));
        try (JavaChild child =
                JavaChild.start(Asking.class, folder, System.getProperty("java.class.path"), path, arguments)) {
            child.awaitEnd();
            return child.lines();
        }
    }

    @Test
    void killsGitThatDoesNotAnswer() throws Exception {
        List<String> lines = ask("exec sleep 600\n", "500", "rev-parse", "HEAD");

        assertThat(lines)
                .containsExactlyInAnyOrder(
                        "# WARNING: \"git rev-parse HEAD\" did not answer within 500 ms and was ended; the record has no"
                                + " commit. Run it by hand in " + folder.toRealPath()
                                + " to see what it waits for.",
                        "answer: Optional.empty");
    }

    @Test
    void disablesPasswordPromptOfGit() throws Exception {
        assertThat(ask("echo prompt=$GIT_TERMINAL_PROMPT $@\n", "60000", "status"))
                .containsExactly("answer: Optional[prompt=0 status]");
    }

    @Test
    void returnsNothingIfGitFails() throws Exception {
        assertThat(ask("echo half; exit 128\n", "60000", "rev-parse", "HEAD"))
                .containsExactly("answer: Optional.empty");
    }

    @Test
    void namesProjectByLastPartOfAddress() {
        assertThat(Stream.of(
                                "https://example.org/group/allocator.git",
                                "git@example.org:allocator.git",
                                "/srv/git/allocator.git/",
                                "C:\\src\\allocator",
                                "allocator")
                        .map(WorkingCopy::lastName))
                .containsOnly("allocator");
    }

    @Test
    void readsCommitAndChangesFromStatus() {
        String clean = "# branch.oid 0123456789abcdef0123456789abcdef01234567\n# branch.head main\n";

        assertThat(WorkingCopy.State.of(clean, Optional.of("allocator")))
                .isEqualTo(new WorkingCopy.State(
                        Optional.of("0123456789abcdef0123456789abcdef01234567"), false, Optional.of("allocator")));
        assertThat(WorkingCopy.State.of(clean + "1 .M N... 100644 100644 100644 a a src/A.java", Optional.empty())
                        .dirty())
                .isTrue();
        assertThat(WorkingCopy.State.of("# branch.oid (initial)\n# branch.head main", Optional.empty())
                        .commit())
                .isEmpty();
    }
}
