// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Processes that sleep for a unique number of seconds, which identifies them. */
public final class Sleepers {

    private final int seconds;

    public Sleepers() {
        this(ThreadLocalRandom.current().nextInt(100_000_000, 1_000_000_000));
    }

    Sleepers(int seconds) {
        this.seconds = seconds;
    }

    public int seconds() {
        return seconds;
    }

    /** Prepares a shell; {@code %s} in its script is replaced by the number. */
    public ProcessBuilder builder(String script) {
        return new ProcessBuilder("/bin/sh", "-c", script.replace("%s", Integer.toString(seconds)));
    }

    /** Returns the sleeping processes. */
    public List<ProcessHandle> alive() {
        return ProcessHandle.allProcesses().filter(this::sleeps).toList();
    }

    private boolean sleeps(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc/" + process.pid() + "/cmdline"))
                    .equals("sleep\0" + seconds + "\0");
        } catch (IOException e) {
            return false;
        }
    }

    public void end() {
        alive().forEach(ProcessHandle::destroyForcibly);
    }
}
