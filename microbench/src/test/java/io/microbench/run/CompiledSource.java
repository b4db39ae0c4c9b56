// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.run;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.ToolProvider;

/** Compiles source files of tests, on the class path of this JVM and without annotation processors. */
public final class CompiledSource {

    private CompiledSource() {}

    /** Compiles to a folder, which is created if missing; fails on errors. */
    public static void compile(Path classes, Path... sources) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-proc:none",
                "-nowarn",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                Files.createDirectories(classes).toString()));
        for (Path source : sources) {
            arguments.add(source.toString());
        }
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)) != 0) {
            throw new AssertionError(List.of(sources) + " cannot be compiled; standard error has the messages");
        }
    }
}
