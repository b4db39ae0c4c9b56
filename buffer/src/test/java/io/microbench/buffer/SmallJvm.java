// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Starts a JVM with the Netty arguments of a benchmark's forks, for tests of these arguments. */
public final class SmallJvm {

    private SmallJvm() {}

    /**
     * Runs a class with the Netty properties among the arguments of a fork, without its memory settings.
     *
     * @param main a class with a main method
     * @param forkJvmArgs all arguments of the fork
     * @return the standard output, stripped
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
