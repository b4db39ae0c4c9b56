// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.cli;

import io.microbench.ForkEcho;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;

/**
 * Checks inside a fork whether secrets arrive, and which command lines of the harness show them to other users.
 */
@State(Scope.Benchmark)
@Fork(jvmArgs = "-Dasked.password=" + SecretFixture.CANARY)
public class SecretFixture {

    static final String CANARY = "hunter2";

    @Setup
    public void look() throws IOException {
        ForkEcho.say(
                "arrived",
                Stream.of("forwarded.password", "asked.password", "api.token")
                        .allMatch(name -> CANARY.equals(System.getProperty(name))));
        ForkEcho.say("shown", commands().toString());
    }

    /** Returns the host JVM and its children whose command line shows a secret. */
    private static List<String> commands() throws IOException {
        ProcessHandle host = ProcessHandle.current().parent().orElseThrow();
        List<String> found = new ArrayList<>();
        for (ProcessHandle process :
                Stream.concat(Stream.of(host), host.descendants()).toList()) {
            Path command = Path.of("/proc/" + process.pid() + "/cmdline");
            if (Files.exists(command) && Files.readString(command).contains(CANARY)) {
                found.add(process.info().command().orElse("?"));
            }
        }
        return found;
    }

    @Benchmark
    public int works() {
        return CANARY.length();
    }

    @Benchmark
    public int throwing() {
        throw new IllegalStateException(
                "no connection to jdbc:postgresql://me:" + CANARY + "@host/db?password=" + CANARY);
    }
}
