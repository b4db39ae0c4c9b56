// Copyright The Microbench Authors, SPDX-License-Identifier: Apache-2.0
package io.microbench.snippet;

import io.microbench.fork.PropertyLines;
import io.microbench.snippet.fork.Handover;
import io.microbench.text.WholeFile;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The folder of a fork that runs a snippet, through which the fork finds its class. */
public final class SnippetFolder {

    private SnippetFolder() {}

    /** Returns the argument of a fork's JVM that names its folder. */
    public static String argument(Path folder) {
        return "-D" + Handover.FOLDER + "=" + folder;
    }

    /** Returns whether an argument of a JVM names the folder of a fork. */
    public static boolean isArgument(String argument) {
        return argument.startsWith("-D" + Handover.FOLDER);
    }

    /**
     * Writes the location of its class and its inputs for a fork; the file appears atomically.
     *
     * @param folder of the fork
     * @param classes the folder of the class
     * @throws IOException if the file cannot be written
     */
    public static void handOver(Path folder, Path classes, Map<String, String> inputs) throws IOException {
        Map<String, String> told = new LinkedHashMap<>();
        told.put(Handover.CLASSES, classes.toAbsolutePath() + File.separator);
        inputs.forEach((name, value) -> told.put(Handover.INPUT + name, value));
        WholeFile.handOver(folder.resolve(Handover.READY), PropertyLines.of(told));
    }
}
