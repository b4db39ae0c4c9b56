// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Kills a fork whose host has died, in any state of the fork.
 *
 * <p>A fork notices the death of its host only between iterations, and a JVM that cannot reach a safepoint cannot even
 * halt itself. So a shell runs beside the host and reads from a pipe: the host writes the mark of the running fork's
 * {@link ProcessTree} to it, its process id as soon as that is known, and an empty line when the fork has ended. When
 * the host ends in any way, the system closes the pipe, and the shell kills the last fork with its descendants, and
 * removes the files that the host has named, and the host's temporary folders. It ignores the interrupt that Ctrl-C
 * sends to the whole group, because that is when it is needed. Windows has no such shell; there a fork ends with its
 * current iteration.
 */
public final class ForkReaper implements AutoCloseable {

    /** The name of the shell in lists of processes. */
    public static final String NAME = "microbench-reaper";

    /**
     * The script of the shell. Only Linux shows the environment of a process; descendants are found on all systems with pgrep. All are
     * listed before the first is killed, and a parent is killed before its children, so that it cannot react to their end.
     */
    private static final String SCRIPT = """
            trap '' INT TERM HUP
            folders=$1
            shift
            tree() (
              for child in $(pgrep -P "$1" 2>/dev/null); do echo "$child"; tree "$child"; done
            )
            fork= mark= temporary=
            while read -r first second; do
              if [ "$first" = + ]; then
                temporary="$temporary$second
            "
              else
                if [ -n "$first" ] && [ -z "$second" ]; then temporary=; fi
                mark=$first fork=$second
              fi
            done
            if [ -n "$fork" ]; then kill -9 "$fork" $(tree "$fork"); fi
            round=0
            while [ -n "$mark" ] && [ $round -lt 50 ]; do
              round=$((round + 1))
              found=$(cd /proc && grep -lsF "$mark=" [0-9]*/environ)
              [ -n "$found" ] || break
              for file in $found; do kill -9 "${file%%/*}"; done
            done
            printf '%s' "$temporary" | while read -r file; do rm -f -- "$file"; done
            rm -rf -- "$@"
            round=0
            while kill -0 "$PPID" && [ $round -lt 100 ]; do round=$((round + 1)); sleep 0.1; done
            kill -0 "$PPID" || rm -rf -- "$folders$PPID"-*
            """;

    private final Optional<Process> shell;

    private ForkReaper(Optional<Process> shell) {
        this.shell = shell;
    }

    /**
     * Starts the shell of the reaper.
     *
     * @param leftovers files and folders to remove when the host dies
     */
    public static ForkReaper start(Path... leftovers) {
        return startBy(Programs.SHELL, leftovers);
    }

    static ForkReaper startBy(Path sh, Path... leftovers) {
        if (!Files.isExecutable(sh)) {
            return none();
        }
        try {
            List<String> command =
                    new ArrayList<>(List.of(sh.toString(), "-c", SCRIPT, NAME, TemporaryFolders.beginning()));
            Arrays.stream(leftovers).map(Path::toString).forEach(command::add);
            ProcessBuilder builder = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD);
            // Without these marks, the shell is not killed with the process tree of this JVM: it still removes files,
            // and then ends.
            builder.environment().keySet().removeIf(ProcessTree::isMark);
            return new ForkReaper(Optional.of(builder.start()));
        } catch (IOException e) {
            return none();
        }
    }

    public static ForkReaper none() {
        return new ForkReaper(Optional.empty());
    }

    /** Records that a fork with the mark of the given tree is about to start. */
    public void guard(ProcessTree tree) {
        write(tree.mark());
    }

    /** Passes the process id of the fork to the shell. */
    public void guard(ProcessTree tree, long pid) {
        write(tree.mark() + " " + pid);
    }

    /** Adds files to remove with the running fork. */
    public void remove(Collection<Path> files) {
        files.forEach(file -> write("+ " + file));
    }

    public void release() {
        write("");
    }

    private void write(String line) {
        if (shell.isEmpty()) {
            return;
        }
        try {
            OutputStream pipe = shell.get().getOutputStream();
            pipe.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            pipe.flush();
        } catch (IOException e) {
            // The shell has ended; the run continues without it.
        }
    }

    /** Returns whether the shell runs; false on a system without one. */
    public boolean isAlive() {
        return shell.filter(Process::isAlive).isPresent();
    }

    /** Closes the pipe, as the system does when the host dies. */
    void hangUp() {
        shell.ifPresent(process -> {
            try {
                process.getOutputStream().close();
            } catch (IOException e) {
                // The pipe is already closed.
            }
        });
    }

    @Override
    public void close() {
        shell.ifPresent(Process::destroyForcibly);
        hangUp();
    }
}
