// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.process;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The process that started the host, which the host must not outlive.
 *
 * <p>Under Maven that is the Maven JVM: Surefire starts its test JVM through a shell, and both remain when Maven is
 * killed. A host started from a shell may outlive it, so it has no such parent.
 */
public final class ParentProcess {

    private static final String SUREFIRE_MARK = "surefire.real.class.path";

    private final Optional<ProcessHandle> process;

    private ParentProcess(Optional<ProcessHandle> process) {
        this.process = process;
    }

    public static ParentProcess find() {
        return find(Optional.ofNullable(System.getProperty(SUREFIRE_MARK)), ProcessHandle.current());
    }

    /** Finds the parent of a host, given the mark of Surefire if there is one. */
    static ParentProcess find(Optional<String> mark, ProcessHandle host) {
        if (mark.isEmpty()) {
            return new ParentProcess(Optional.empty());
        }
        Optional<ProcessHandle> parent = host.parent();
        while (parent.isPresent() && !isJava(parent.get())) {
            parent = parent.get().parent();
        }
        return new ParentProcess(parent);
    }

    static ParentProcess of(ProcessHandle process) {
        return new ParentProcess(Optional.of(process));
    }

    private static boolean isJava(ProcessHandle process) {
        return process.info().command().map(c -> c.endsWith("java")).orElse(false);
    }

    /** Returns whether the parent existed and has ended. */
    public boolean gone() {
        return process.isPresent() && !process.get().isAlive();
    }

    /** Returns its process id; empty without a parent. */
    public OptionalLong pid() {
        return process.isPresent() ? OptionalLong.of(process.get().pid()) : OptionalLong.empty();
    }
}
