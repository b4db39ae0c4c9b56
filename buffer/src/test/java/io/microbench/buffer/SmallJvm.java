// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a JVM with what the forks of a class get for Netty's sake, for tests of what these arguments do. */
public final class SmallJvm {

    private SmallJvm() {}

    /**
     * Runs a class with the properties of Netty among the arguments of a fork, and nothing of their memory.
     *
     * @param main has a main method
     * @param forkJvmArgs all arguments of the fork
     * @return what was printed on standard output, stripped
     */
    public static String printedBy(Class<?> main, List<String> forkJvmArgs) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        forkJvmArgs.stream()
                .filter(argument -> argument.startsWith("-Dio.netty."))
                .forEach(command::add);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main.getName()));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(printed).isZero();
        return printed.strip();
    }
}
