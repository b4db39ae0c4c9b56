/*
 * Copyright The Microbench Authors
 * SPDX-License-Identifier: Apache-2.0
 */
package io.microbench.run;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Asks git about the working copy that this JVM runs in; without git, or outside of any, nothing is known. */
public final class WorkingCopy {

    private WorkingCopy() {}

    /** Returns the branch that is checked out; empty where a commit is, as continuous integration often does. */
    public static Optional<String> branch() {
        return git("rev-parse", "--abbrev-ref", "HEAD").filter(name -> !name.equals("HEAD"));
    }

    /** Returns what the command prints; empty if it fails. */
    static Optional<String> git(String... arguments) {
        String[] command = new String[arguments.length + 1];
        command[0] = "git";
        System.arraycopy(arguments, 0, command, 1, arguments.length);
        try {
            Process git = new ProcessBuilder(command)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            git.getOutputStream().close();
            String output = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            boolean ended = git.waitFor(10, TimeUnit.SECONDS);
            return ended && git.exitValue() == 0 ? Optional.of(output.strip()) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }
}
