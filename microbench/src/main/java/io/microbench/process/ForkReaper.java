// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * Ends a fork whose host has died, whatever the fork is doing.
 *
 * <p>A fork notices the death of its host only between iterations, and a JVM that cannot reach a safepoint cannot even halt
 * itself. So a shell waits beside the host, reading from a pipe: the host writes the mark of the busy fork's {@link ProcessTree}
 * into it, and its process id as soon as that is known, and an empty line when the fork is gone. When the host dies, however it
 * dies, the system closes the pipe, and the shell kills what was named last with all that it started, and removes what the host
 * left for it to remove, and the host's temporary folders. It ignores the interrupt that Ctrl-C sends to the whole group, since
 * that is when it is needed. Windows has no such shell; there a fork ends with its current iteration.
 */
public final class ForkReaper implements AutoCloseable {

    /** The name under which the shell is seen among the processes. */
    public static final String NAME = "microbench-reaper";

    /** Only Linux shows the environment of a process; descendants are found wherever there is a pgrep. */
    private static final String SCRIPT = """
            trap '' INT TERM HUP
            folders=$1
            shift
            tree() (
              for child in $(pgrep -P "$1" 2>/dev/null); do tree "$child"; echo "$child"; done
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
            if [ -n "$fork" ]; then kill -9 $(tree "$fork") "$fork"; fi
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
     * Starts the shell.
     *
     * @param leftovers files and folders that nobody else removes when the host dies
     */
    public static ForkReaper start(Path... leftovers) {
        if (File.separatorChar != '/') {
            return none();
        }
        try {
            List<String> command =
                    new ArrayList<>(List.of("/bin/sh", "-c", SCRIPT, NAME, TemporaryFolders.beginning()));
            Arrays.stream(leftovers).map(Path::toString).forEach(command::add);
            Process started = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return new ForkReaper(Optional.of(started));
        } catch (IOException e) {
            return none();
        }
    }

    /** Returns one that guards nothing. */
    public static ForkReaper none() {
        return new ForkReaper(Optional.empty());
    }

    /** A fork that carries the mark of the given tree is about to start. */
    public void guard(ProcessTree tree) {
        write(tree.mark());
    }

    /** The fork is busy, and known by its id. */
    public void guard(ProcessTree tree, long pid) {
        write(tree.mark() + " " + pid);
    }

    /** Names files that belong to the running fork alone. */
    public void remove(Collection<Path> files) {
        files.forEach(file -> write("+ " + file));
    }

    /** No fork is busy. */
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
            // The shell is gone: then nothing guards, and the run itself is not worse off.
        }
    }

    /** Closes the pipe, as the system does when the host dies. */
    void hangUp() {
        shell.ifPresent(process -> {
            try {
                process.getOutputStream().close();
            } catch (IOException e) {
                // It is closed, then.
            }
        });
    }

    @Override
    public void close() {
        shell.ifPresent(Process::destroyForcibly);
        hangUp();
    }
}
