// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import io.microbench.process.ChildProcess;
import io.microbench.text.Durations;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Reads the state of the working copy that this JVM runs in from git; empty without git, or outside of any. */
public final class WorkingCopy {

    /** Git answers in milliseconds; on a file system that does not answer, or behind a lock, it may take for ever. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    /** Whether git did not answer once in this JVM; it is not asked again, as each question would take as long. */
    private static final AtomicBoolean SILENT = new AtomicBoolean();

    private WorkingCopy() {}

    /** Returns the branch that is checked out; empty where a commit is, as continuous integration often does. */
    public static Optional<String> branch() {
        return git("rev-parse", "--abbrev-ref", "HEAD").filter(name -> !name.equals("HEAD"));
    }

    /** Makes a git that is started by the given builder fail where it would prompt for a name or a password. */
    public static ProcessBuilder withoutPrompts(ProcessBuilder git) {
        git.environment().put("GIT_TERMINAL_PROMPT", "0");
        return git;
    }

    /** Returns what the command prints; empty if it fails. */
    static Optional<String> git(String... arguments) {
        if (SILENT.get()) {
            return Optional.empty();
        }
        return git(LIMIT, arguments, warning -> {
            SILENT.set(true);
            System.err.println("# WARNING: " + warning);
        });
    }

    /**
     * Returns what the command prints; empty if it fails.
     *
     * @param limit the time after which it is ended
     * @param warn takes that it was ended, and what to do
     */
    static Optional<String> git(Duration limit, String[] arguments, Consumer<String> warn) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
            Process git = withoutPrompts(builder).start();
            git.getOutputStream().close();
            List<String> printed = new ArrayList<>();
            Thread reader = ChildProcess.read(git.getInputStream(), "microbench-git", printed::add, () -> {});
            reader.join(limit.toMillis());
            if (reader.isAlive() || !git.waitFor(limit.toNanos(), TimeUnit.NANOSECONDS)) {
                git.descendants().forEach(ProcessHandle::destroyForcibly);
                git.destroyForcibly();
                warn.accept("\"" + String.join(" ", command) + "\" did not answer within " + Durations.text(limit)
                        + " and was ended; the record lacks what git knows of the commit. Run it by hand in "
                        + Path.of("").toAbsolutePath() + " to see what it waits for.");
                return Optional.empty();
            }
            return git.exitValue() == 0 ? Optional.of(String.join("\n", printed).strip()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
