// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.environment;

import io.microbench.process.ChildProcess;
import io.microbench.text.Durations;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the state of this JVM's working copy from git; empty without git or a working copy. */
public final class WorkingCopy {

    /** Git answers in milliseconds, but may hang on a file system that does not respond, or on a lock. */
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private WorkingCopy() {}

    /** Returns the current branch; empty for a detached HEAD, as is common in continuous integration. */
    public static Optional<String> branch() {
        return git("rev-parse", "--abbrev-ref", "HEAD").filter(name -> !name.equals("HEAD"));
    }

    /**
     * The state of a working copy.
     *
     * @param commit the commit that is checked out; empty before the first commit
     * @param dirty whether tracked files differ from it
     * @param project name of the repository that it was cloned from, otherwise that of its folder
     */
    record State(Optional<String> commit, boolean dirty, Optional<String> project) {

        private static final Pattern COMMIT = Pattern.compile("# branch\\.oid ([0-9a-f]+)");

        /** Reads the output of {@code git status --porcelain=v2 --branch}. */
        static State of(String status, Optional<String> project) {
            return new State(
                    status.lines()
                            .map(COMMIT::matcher)
                            .filter(Matcher::matches)
                            .map(line -> line.group(1))
                            .findFirst(),
                    status.lines().anyMatch(line -> !line.startsWith("#")),
                    project);
        }
    }

    /** Returns the state of the working copy; empty outside of one. */
    static Optional<State> state() {
        return git("status", "--porcelain=v2", "--branch", "--untracked-files=no")
                .map(status -> State.of(
                        status,
                        git("config", "--get", "remote.origin.url")
                                .or(() -> git("rev-parse", "--show-toplevel"))
                                .map(WorkingCopy::lastName)
                                .filter(name -> !name.isEmpty())));
    }

    /** Returns the last segment of an address or a path, which may end with a slash or {@code .git}. */
    static String lastName(String place) {
        return place.replaceFirst("[/\\\\]+$", "")
                .replaceFirst("^.*[/\\\\:]", "")
                .replaceFirst("\\.git$", "");
    }

    /** Makes git, started by the given builder, fail instead of prompting for a name or a password. */
    public static ProcessBuilder withoutPrompts(ProcessBuilder git) {
        git.environment().put("GIT_TERMINAL_PROMPT", "0");
        return git;
    }

    static Optional<String> git(String... arguments) {
        return git(LIMIT, arguments);
    }

    /** Returns what the command prints; empty if it fails, or exceeds the time limit, with a warning. */
    static Optional<String> git(Duration limit, String... arguments) {
        List<String> command = new ArrayList<>(List.of("git"));
        command.addAll(List.of(arguments));
        try {
            ProcessBuilder builder = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD);
            Process git = withoutPrompts(builder).start();
            git.getOutputStream().close();
            List<String> printed = Collections.synchronizedList(new ArrayList<>());
            OptionalInt status = ChildProcess.awaitEnd(git, limit, () -> false, printed::add);
            if (status.isEmpty()) {
                System.err.println("# WARNING: \"" + String.join(" ", command) + "\" did not answer within "
                        + Durations.text(limit)
                        + " and was ended; the record has no commit. Run it by hand in "
                        + Path.of("").toAbsolutePath() + " to see what it waits for.");
                return Optional.empty();
            }
            return status.getAsInt() == 0
                    ? Optional.of(String.join("\n", List.copyOf(printed)).strip())
                    : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
