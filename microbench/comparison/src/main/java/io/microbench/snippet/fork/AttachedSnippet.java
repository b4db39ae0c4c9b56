// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet.fork;

import io.microbench.fork.ResultCheck;
import io.microbench.snippet.fork.CallLoop.Call;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.openjdk.jmh.infra.Blackhole;

/** Measures a snippet in a running JVM; loaded by {@link AttachAgent}. */
public final class AttachedSnippet {

    /** The name of the file with the duration of the measurement. */
    public static final String TIME = "time.txt";

    private AttachedSnippet() {}

    /** Measures the snippet in the folder, and writes the result there. */
    public static void run(Path folder) throws IOException, InterruptedException {
        Duration time = Duration.parse(Files.readString(folder.resolve(TIME)));
        CallLoop.measure(AttachedSnippet::prepare, time).write(folder.resolve(AttachAgent.RESULT));
    }

    private static Call prepare() throws ReflectiveOperationException {
        ClassLoader loader = AttachedSnippet.class.getClassLoader();
        SnippetCode code = Class.forName(SnippetProperties.CLASS, true, loader)
                .asSubclass(SnippetCode.class)
                .getConstructor()
                .newInstance();
        Thread.currentThread().setContextClassLoader(loader.getParent());
        Blackhole blackhole = ResultCheck.blackhole();
        return () -> code.call(blackhole);
    }
}
